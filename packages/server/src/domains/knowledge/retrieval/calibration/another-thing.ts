import { rememberTexts } from '../../../../platform/text/remember-texts.ts';
import { retrievalLimits } from '../limits.ts';
import { type PassageIndexState, questionStems, textsAt } from '../passage-index/index-state.ts';
import { intAt } from '../passage-index/int-list.ts';
import { splitWords } from '../words/split-words.ts';
import { stemWord } from '../words/stem-word.ts';
import { stemImportance } from '../words/weak-words.ts';
import { randomOf } from './exchanged-question.ts';
import { generalQuestions, listGeneralQuestions } from './general-questions.ts';
import type { LeftOut } from './left-out.ts';

/** The share of a pair's question that a customer of a neighbouring trade has in common with it: one word at least. */
const KEPT_SHARE = 0.3;
const TURNS = 6;
const numbers = /^\p{N}+$/u;

/**
 * Questions about another thing than the base's pairs: of each pair's question a word or two stay («зубы»), the others are
 * exchanged for words that the base does not have («родинки»). Short, without «есть ли» and «сколько стоит», as customers type.
 * At most so many, spread over the pairs.
 */
export function questionsOfAnotherThing(
  state: PassageIndexState,
  { asked, max }: { asked: readonly LeftOut[]; max: number },
): string[][] {
  const foreign = foreignStems(state);
  if (foreign.length === 0) return [];
  const turns = asked.flatMap((each) => Array.from({ length: TURNS }, (_, turn) => ({ each, turn })));
  const step = Math.max(1, turns.length / max);
  const chosen = Array.from({ length: Math.min(max, turns.length) }, (_, place) => turns[Math.floor(place * step)]);
  return chosen.flatMap((each) => {
    if (each?.each.kind !== 'pair') return [];
    const { key, passageId, phrasing } = each.each;
    const place = state.placeOfPassage.get(passageId);
    const question = place && textsAt(place)[phrasing];
    if (question === undefined || question < 0) return [];
    const named = Array.from(questionStems(state, question)).filter((stem) => isSubject(state, stem));
    const names = named.map((stem) => state.vocabulary.stems[stem] ?? '');
    if (names.length === 0) return [];
    return [exchangeMost(names, { foreign, random: randomOf(`${key}${phrasing}${each.turn}`) })];
  });
}

const isSubject = (state: PassageIndexState, stem: number): boolean => state.vocabulary.importance[stem] === 1;

function exchangeMost(
  names: string[],
  { foreign, random }: { foreign: string[]; random: (below: number) => number },
): string[] {
  const left = [...names];
  const kept = Array.from({ length: Math.max(1, Math.floor(names.length * KEPT_SHARE)) }, () =>
    left.splice(random(left.length), 1),
  ).flat();
  const exchanged = Array.from({ length: Math.max(1, left.length) }, () => foreign[random(foreign.length)] ?? '');
  return [...kept, ...exchanged];
}

const STOCK = listGeneralQuestions().length;

/** The stock never changes: its words are found once. */
const stemsOfStock = rememberTexts(STOCK, (text) => {
  const limit = { characters: retrievalLimits.queryCharacters, words: retrievalLimits.queryTerms };
  return splitWords(text, limit).map(stemWord);
});

/** Stems of the stock that no passage of the base has, in the languages of the base. */
function foreignStems(state: PassageIndexState): string[] {
  const stems = generalQuestions(state, Number.MAX_SAFE_INTEGER).flatMap(stemsOfStock);
  return [...new Set(stems)].filter((stem) => {
    const id = state.vocabulary.ids.get(stem);
    const isKnown = id !== undefined && intAt(state.vocabulary.anyAnswers, id) > 0;
    return !isKnown && stemImportance(stem) === 1 && !numbers.test(stem);
  });
}
