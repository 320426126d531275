import { type AnswerEntry, bodyStems, type PassageIndexState } from '../passage-index/index-state.ts';

/** As far as people look around for the words of one question. */
const WINDOW_STEMS = 18;
const QUESTION_STEMS = 6;
const MIN_STEMS = 4;

/**
 * A question that nearly fits a passage: words that stand together there, one of them exchanged for a word of another
 * passage, so that it asks of another thing. Undefined where the passage is too short.
 */
export function exchangedQuestion(
  state: PassageIndexState,
  asked: { key: string; turn: number; shared: ReadonlySet<string> },
): string[] | undefined {
  const entry = state.answers[state.answerByKey.get(asked.key) ?? -1];
  if (entry === undefined) return undefined;
  const random = randomOf(`${asked.key}${asked.turn}`);
  const body = bodyStems(state, entry);
  const start = random(Math.max(1, body.length - WINDOW_STEMS + 1));
  const chosen = subjectStems(state, body.subarray(start, start + WINDOW_STEMS));
  while (chosen.length > QUESTION_STEMS) chosen.splice(random(chosen.length), 1);
  if (chosen.length < MIN_STEMS) return undefined;
  const own = new Set(body);
  const foreign = foreignStem(state, { own, random });
  if (foreign === undefined) return undefined;
  const nameOf = (stem: number) => state.vocabulary.stems[stem] ?? '';
  const places = chosen.flatMap((stem, place) => (asked.shared.has(nameOf(stem)) ? [] : [place]));
  const place = places[random(places.length)];
  if (place === undefined) return undefined;
  chosen[place] = foreign;
  return chosen.map(nameOf);
}

const SHARED_SHARE = 0.5;
const FEW_PASSAGES = 5;
const STEMS_PER_SLICE = 4000;

/**
 * Stems of most passages, as the names of the columns of a price list are: exchanged, they change nothing of what is asked.
 * Counted in slices, by name: the numbers are others after a sweep.
 */
export async function sharedStems(state: PassageIndexState, pause: () => Promise<void>): Promise<ReadonlySet<string>> {
  const counts = new Map<number, number>();
  let passages = 0;
  let looked = 0;
  for (const entry of state.answers) {
    if (entry.members.length === 0 || entry.members.some(({ question }) => question >= 0)) continue;
    passages += 1;
    const stems = bodyStems(state, entry);
    for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    looked += stems.length;
    if (looked < STEMS_PER_SLICE) continue;
    looked = 0;
    await pause();
  }
  if (passages < FEW_PASSAGES) return new Set();
  const most = [...counts].filter(([, count]) => count >= passages * SHARED_SHARE);
  return new Set(most.map(([stem]) => state.vocabulary.stems[stem] ?? ''));
}

function subjectStems(state: PassageIndexState, stems: Int32Array): number[] {
  return Array.from(stems).filter((stem) => state.vocabulary.importance[stem] === 1);
}

const TRIES = 8;

function foreignStem(
  state: PassageIndexState,
  { own, random }: { own: ReadonlySet<number>; random: (below: number) => number },
): number | undefined {
  for (let count = 0; count < TRIES; count += 1) {
    const other: AnswerEntry | undefined = state.answers[random(state.answers.length)];
    if (other === undefined || other.members.length === 0) continue;
    const stems = bodyStems(state, other);
    const stem = stems[random(stems.length)];
    if (stem !== undefined && !own.has(stem) && state.vocabulary.importance[stem] === 1) return stem;
  }
  return undefined;
}

/** Numbers from a text, the same on every node and at every start. */
export function randomOf(seed: string): (below: number) => number {
  let value = 2_166_136_261;
  for (const letter of seed) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return (below) => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((value / 2 ** 32) * below);
  };
}
