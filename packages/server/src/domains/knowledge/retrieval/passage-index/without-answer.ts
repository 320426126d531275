import { addStems, bodyStems, type PassageIndexState, questionStems, removePassage } from './index-state.ts';

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
  const kept = entry.members.map(({ passageId, question }) => ({
    passageId,
    key: entry.key,
    question: question < 0 ? [] : Array.from(questionStems(state, question)),
  }));
  for (const { passageId } of kept) removePassage(state, passageId);
  try {
    return act();
  } finally {
    for (const passage of kept) addStems(state, { ...passage, body: state.answerByKey.has(entry.key) ? [] : body });
  }
}

/** The same without one of several passages of an answer, which stays. */
export function withoutPassage<Result>(
  state: PassageIndexState,
  { passageId, act }: { passageId: string; act: () => Result },
): Result {
  const place = state.placeOfPassage.get(passageId);
  const entry = place && state.answers[place.answer];
  if (place === undefined || entry === undefined || entry.members.length < 2) return act();
  const question = place.question < 0 ? [] : Array.from(questionStems(state, place.question));
  removePassage(state, passageId);
  try {
    return act();
  } finally {
    addStems(state, { passageId, key: entry.key, question, body: [] });
  }
}
