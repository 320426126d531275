import {
  type AnswerEntry,
  addPassage,
  addStems,
  askedCounts,
  bodyStems,
  type Passage,
  type PassageIndexState,
  removePassage,
  stemsAt,
} from './index-state.ts';
import { addToInt, intAt } from './int-list.ts';

/**
 * Does something with the base as it would be without one answer and the questions that lead to it, statistics included.
 * Nothing is awaited meanwhile, so no other search sees it. Its members are set aside as a whole and only what is counted
 * changes, by the stems of the answer: to remove and add thousands of members would hold up everybody.
 */
export function withoutAnswer<Result>(
  state: PassageIndexState,
  { answer, act }: { answer: number; act: () => Result },
): Result {
  const entry = state.answers[answer];
  if (entry === undefined || entry.members.length === 0) return act();
  const { members } = entry;
  countAnswer(state, entry, -1);
  // A search leaves out an answer without members.
  entry.members = [];
  try {
    return act();
  } finally {
    entry.members = members;
    countAnswer(state, entry, 1);
  }
}

/** Takes an answer with all its questions out of the statistics, or puts it back. */
function countAnswer(state: PassageIndexState, entry: AnswerEntry, by: 1 | -1): void {
  const { vocabulary } = state;
  const asked = askedCounts(state, entry);
  const body = new Set(bodyStems(state, entry));
  for (const [stem, count] of asked) {
    addToInt(vocabulary.questions, { place: stem, by: by * count });
    if (!body.has(stem)) addToInt(vocabulary.anyAnswers, { place: stem, by });
  }
  for (const stem of body) {
    addToInt(vocabulary.bodyAnswers, { place: stem, by });
    addToInt(vocabulary.anyAnswers, { place: stem, by });
  }
  for (const { question } of entry.members) {
    if (question < 0) continue;
    state.liveQuestions += by;
    state.questionWords += by * intAt(state.questionLength, question);
  }
  state.liveAnswers += by;
  state.bodyWords += by * entry.bodyLength;
}

/** The same without one of several questions that lead to an answer, which stays. */
export function withoutQuestion<Result>(
  state: PassageIndexState,
  { passageId, phrasing, act }: { passageId: string; phrasing: number; act: () => Result },
): Result {
  const place = state.placeOfPassage.get(passageId);
  const entry = place && state.answers[place.answer];
  if (place === undefined || entry === undefined || entry.members.length < 2) return act();
  const { key } = entry;
  const body = Array.from(bodyStems(state, entry));
  const questions = stemsAt(state, place).map((stems) => Array.from(stems));
  const left = questions.filter((_, at) => at !== phrasing);
  const put = (asked: number[][]) =>
    addStems(state, { passageId, key, questions: asked, body: state.answerByKey.has(key) ? [] : body });
  removePassage(state, passageId);
  if (left.some((stems) => stems.length > 0)) put(left);
  try {
    return act();
  } finally {
    removePassage(state, passageId);
    put(questions);
  }
}

/** The same with another passage in the place of one, under its id. */
export function withReplaced<Result>(
  state: PassageIndexState,
  { passage, act }: { passage: Passage; act: () => Result },
): Result {
  const { id: passageId } = passage;
  const place = state.placeOfPassage.get(passageId);
  const entry = place && state.answers[place.answer];
  if (place === undefined || entry === undefined) return act();
  const { key } = entry;
  const body = Array.from(bodyStems(state, entry));
  const questions = stemsAt(state, place).map((stems) => Array.from(stems));
  removePassage(state, passageId);
  addPassage(state, passage);
  try {
    return act();
  } finally {
    removePassage(state, passageId);
    addStems(state, { passageId, key, questions, body: state.answerByKey.has(key) ? [] : body });
  }
}
