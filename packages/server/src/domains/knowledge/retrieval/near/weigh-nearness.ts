import { bestMembers, type Candidate } from '../collect-candidates.ts';
import type { PassageIndexState } from '../passage-index/index-state.ts';
import type { NearPassages } from './near-passages.ts';

/** Candidates that nearness alone may bring in. */
const MAX_BROUGHT = 20;

/** Answers that are near and have none of the words, the nearest first. */
export function nearCandidates(state: PassageIndexState, near: NearPassages, found: readonly Candidate[]): Candidate[] {
  const known = new Set(found.map(({ answer }) => answer));
  const brought: Candidate[] = [];
  for (const passageId of near.closeness.keys()) {
    const answer = state.placeOfPassage.get(passageId)?.answer;
    if (answer === undefined || known.has(answer)) continue;
    known.add(answer);
    // It is left out for a question of the calibration.
    if (state.answers[answer]?.members.length === 0) continue;
    const weigh = ({ passageId: id }: { passageId: string }) => near.closeness.get(id) ?? 0;
    const questions = bestMembers(state, { answer, weigh }).map((member) => ({ ...member, score: 0 }));
    brought.push({ answer, value: 0, questionScore: 0, bodyScore: 0, questions });
    if (brought.length >= MAX_BROUGHT) break;
  }
  return brought;
}

type Weighed = { answer: number; passageId: string; words: number; features: { cosine: number } };
type Nearness = { closeness: number | undefined; nearest: string | undefined };

/**
 * Adds nearness to what words say. Of a passage whose vector is still to come it is not known: it is taken to be as near as
 * the best of the others, so that between these two the words decide.
 */
export function weighNearness<Answer extends Weighed>(
  state: PassageIndexState,
  near: NearPassages,
  answers: readonly Answer[],
): Array<Answer & { score: number; closeness: number }> {
  const known = answers.map((answer) => nearnessOf(state, near, answer.answer));
  let best: { score: number; closeness: number } | undefined;
  answers.forEach(({ words }, place) => {
    const closeness = known[place]?.closeness;
    if (closeness === undefined) return;
    const score = words + near.weight * closeness;
    if (best === undefined || score > best.score) best = { score, closeness };
  });
  const unknown = best?.closeness ?? 0;
  return answers.map((answer, place) => {
    const { closeness = unknown, nearest } = known[place] ?? {};
    // Where no word tells its passages apart, the nearest one stands for the answer.
    const passageId = answer.features.cosine === 0 ? (nearest ?? answer.passageId) : answer.passageId;
    return { ...answer, passageId, closeness, score: answer.words + near.weight * closeness };
  });
}

function nearnessOf(state: PassageIndexState, near: NearPassages, answer: number): Nearness {
  let closeness: number | undefined;
  let nearest: string | undefined;
  for (const { passageId } of state.answers[answer]?.members ?? []) {
    const own = near.closeness.get(passageId);
    if (own === undefined) {
      if (near.isKnown(passageId)) closeness ??= near.others;
    } else if (closeness === undefined || nearest === undefined || own > closeness) {
      closeness = own;
      nearest = passageId;
    }
  }
  return { closeness, nearest };
}
