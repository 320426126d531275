import {
  addPassage,
  addStems,
  bodyStems,
  type Passage,
  type PassageIndexState,
  removePassage,
  stemsAt,
} from './index-state.ts';

/**
 * Does something with the base as it would be without one answer and the questions that lead to it, statistics included.
 * Nothing is awaited meanwhile, so no other search sees it.
 */
export function withoutAnswer<Result>(
  state: PassageIndexState,
  { answer, act }: { answer: number; act: () => Result },
): Result {
  const entry = state.answers[answer];
  if (entry === undefined) return act();
  const body = Array.from(bodyStems(state, entry));
  const kept = [...new Set(entry.members.map(({ passageId }) => passageId))].map((passageId) => {
    const place = state.placeOfPassage.get(passageId);
    const questions = place === undefined ? [] : stemsAt(state, place);
    return { passageId, key: entry.key, questions: questions.map((stems) => Array.from(stems)) };
  });
  for (const { passageId } of kept) removePassage(state, passageId);
  try {
    return act();
  } finally {
    for (const passage of kept) addStems(state, { ...passage, body: state.answerByKey.has(entry.key) ? [] : body });
  }
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
