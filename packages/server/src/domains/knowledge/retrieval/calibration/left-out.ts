import { keepBest } from '../keep-best.ts';
import { type PassageIndexState, questionStems, textsAt } from '../passage-index/index-state.ts';
import type { PassageIndex } from '../passage-index/passage-index.ts';

/**
 * One question for the calibration: of a pair whose answer is left out (`phrasing`: which of its texts asks it), or a part of a
 * passage (`turn`: which one).
 */
export type LeftOut =
  | { kind: 'pair'; key: string; passageId: string; phrasing: number }
  | { kind: 'passage'; key: string; turn: number };

const MAX_QUESTIONS_PER_ANSWER = 5;
const TURNS_PER_PASSAGE = 2;
/** Of the passages of one answer: to sort and read thousands of them would hold up other work. */
const MAX_ASKING = 50;

/** At most so many, the same ones wherever the base is loaded: spread over its answers by the hash of their texts. */
export function listLeftOut(state: PassageIndexState, max: number): LeftOut[] {
  const all = someKeys(state, max).flatMap((key) => listOfAnswer(state, key));
  const step = Math.max(1, all.length / max);
  const places = Array.from({ length: Math.min(Math.floor(max), all.length) }, (_, place) => Math.floor(place * step));
  return places.flatMap((place) => all[place] ?? []);
}

/** The characters of a key in the order in which texts are compared. */
const KEY_CHARACTERS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const ENOUGH = 2;

/** All keys, or about as many as are needed: sorting those of a big base would hold up other work. */
function someKeys(state: PassageIndexState, max: number): string[] {
  const share = (ENOUGH * max) / Math.max(1, state.answerByKey.size);
  const keys = [...state.answerByKey.keys()];
  if (share >= 1) return keys.sort();
  const scaled = share * KEY_CHARACTERS.length;
  const [first, second] = [Math.floor(scaled), Math.floor((scaled % 1) * KEY_CHARACTERS.length)];
  const bound = `${KEY_CHARACTERS[first] ?? ''}${KEY_CHARACTERS[second] ?? ''}~`;
  return keys.filter((key) => key < bound).sort();
}

function listOfAnswer(state: PassageIndexState, key: string): LeftOut[] {
  const members = state.answers[state.answerByKey.get(key) ?? -1]?.members ?? [];
  const asking = new Set(members.flatMap(({ question, passageId }) => (question < 0 ? [] : [passageId])));
  const first: string[] = [];
  for (const passageId of asking)
    keepBest(first, passageId, { max: MAX_ASKING, isBefore: (one, other) => one < other });
  const asked = first.flatMap((passageId) => {
    const place = state.placeOfPassage.get(passageId);
    const questions = place === undefined ? [] : textsAt(place);
    return questions.flatMap((question, phrasing) => (question < 0 ? [] : [{ passageId, phrasing }]));
  });
  if (asked.length === 0) {
    return Array.from({ length: TURNS_PER_PASSAGE }, (_, turn) => ({ kind: 'passage' as const, key, turn }));
  }
  const step = Math.max(1, Math.floor(asked.length / MAX_QUESTIONS_PER_ANSWER));
  return asked
    .filter((_, place) => place % step === 0)
    .slice(0, MAX_QUESTIONS_PER_ANSWER)
    .map((each) => ({ kind: 'pair' as const, key, ...each }));
}

/** Asks the stems of a pair's question while its answer, with all questions that lead to it, is not in the base. */
export function askedWithout<Result>(
  index: PassageIndex,
  { asked, act }: { asked: { passageId: string; phrasing: number }; act: (stems: string[]) => Result },
): Result | undefined {
  const place = index.state.placeOfPassage.get(asked.passageId);
  const question = place && textsAt(place)[asked.phrasing];
  if (place === undefined || question === undefined || question < 0) return undefined;
  const { stems: names } = index.state.vocabulary;
  const stems = Array.from(questionStems(index.state, question), (stem) => names[stem] ?? '');
  return index.without(place.answer, () => act(stems));
}

/** The same while only this one of several phrasings is not there; undefined for the only one. */
export function askedWithoutPhrasing<Result>(
  index: PassageIndex,
  { asked, act }: { asked: { passageId: string; phrasing: number }; act: (stems: string[]) => Result },
): Result | undefined {
  const place = index.state.placeOfPassage.get(asked.passageId);
  const entry = index.state.answers[place?.answer ?? -1];
  if (place === undefined || entry === undefined || entry.members.length < 2) return undefined;
  const question = textsAt(place)[asked.phrasing];
  if (question === undefined || question < 0) return undefined;
  const { stems: names } = index.state.vocabulary;
  const stems = Array.from(questionStems(index.state, question), (stem) => names[stem] ?? '');
  return index.withoutQuestion(asked, () => act(stems));
}
