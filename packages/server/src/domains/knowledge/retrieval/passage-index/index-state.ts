import { hash } from 'node:crypto';
import { retrievalLimits } from '../limits.ts';
import { splitWords } from '../words/split-words.ts';
import { stemWord } from '../words/stem-word.ts';
import { addToInt, createIntList, type IntList, intAt, pushInt } from './int-list.ts';
import { appendPosting, createPostingLists, type PostingLists } from './posting-lists.ts';
import { createVocabulary, stemIdOf, type Vocabulary } from './vocabulary.ts';

export type Passage = {
  id: string;
  kind: 'qa' | 'file' | 'page';
  /** The question of a pair; of a file or page what stands above the piece: it is found by these words too. */
  question?: string | undefined;
  /** Other ways to ask the question of a pair. */
  phrasings?: readonly string[] | undefined;
  /** The answer of a pair, or the piece of a file or page. */
  text: string;
};

/** A question that leads to an answer, by its number; -1 for a passage without a question. */
export type AnswerMember = { passageId: string; question: number };

/** One answer text with the questions that lead to it. */
export type AnswerEntry = {
  key: string;
  /** In no order: a removed one leaves its place to the last. */
  members: AnswerMember[];
  bodyStart: number;
  bodyLength: number;
  /** How many of the questions have each stem; kept from several questions on, else counted when needed. */
  asked?: Map<number, number>;
};

/**
 * `question`: -1 without one; `others`: of its further phrasings, where it has any, -1 for one without a word; `member`: of a
 * passage without a question, where it stands among the members of its answer.
 */
export type PassagePlace = { answer: number; question: number; others?: number[]; member?: number };

export type PassageIndexState = {
  vocabulary: Vocabulary;
  /** Stems of all texts in order, questions and bodies. */
  words: IntList;
  answers: AnswerEntry[];
  answerByKey: Map<string, number>;
  placeOfPassage: Map<string, PassagePlace>;
  questionAnswer: IntList;
  questionStart: IntList;
  questionLength: IntList;
  /** Where each question stands among the members of its answer. */
  questionMember: IntList;
  bodyLength: IntList;
  questionPostings: PostingLists;
  bodyPostings: PostingLists;
  liveAnswers: number;
  liveQuestions: number;
  questionWords: number;
  bodyWords: number;
  deadWords: number;
  scratch: SearchScratch;
};

/** Work arrays of a search, all zero between two searches. A search never awaits, so one set serves a base. */
export type SearchScratch = {
  term: Float64Array;
  questions: Float64Array;
  bodies: Float64Array;
  answers: Float64Array;
};

const KEPT_COUNTS_FROM = 4;
const QUESTION_LIMIT = { characters: retrievalLimits.questionCharacters, words: retrievalLimits.questionTerms };
const BODY_LIMIT = { characters: retrievalLimits.passageCharacters, words: retrievalLimits.bodyTerms };

export function emptyState(): PassageIndexState {
  return {
    vocabulary: createVocabulary(),
    words: createIntList(),
    answers: [],
    answerByKey: new Map(),
    placeOfPassage: new Map(),
    questionAnswer: createIntList(),
    questionStart: createIntList(),
    questionLength: createIntList(),
    questionMember: createIntList(),
    bodyLength: createIntList(),
    questionPostings: createPostingLists(),
    bodyPostings: createPostingLists(),
    liveAnswers: 0,
    liveQuestions: 0,
    questionWords: 0,
    bodyWords: 0,
    deadWords: 0,
    scratch: {
      term: new Float64Array(0),
      questions: new Float64Array(0),
      bodies: new Float64Array(0),
      answers: new Float64Array(0),
    },
  };
}

export const questionWords = (passage: Passage) => splitWords(passage.question ?? '', QUESTION_LIMIT);
export const textWords = (passage: Passage) => splitWords(passage.text, BODY_LIMIT);

export const phrasingWords = ({ kind, phrasings = [] }: Passage) =>
  (kind === 'qa' ? phrasings : []).map((phrasing) => splitWords(phrasing, QUESTION_LIMIT));

/** The words of a passage, each as often as it stands there. */
export function wordsOf(passage: Passage): string[] {
  return [...questionWords(passage), ...phrasingWords(passage).flat(), ...textWords(passage)];
}

/** The numbers of the questions of a passage in the order of its texts, -1 for a text without a word. */
export const textsAt = ({ question, others = [] }: PassagePlace): number[] => [question, ...others];
/** The numbers of all questions of a passage. */
const questionsAt = (place: PassagePlace): number[] => textsAt(place).filter((question) => question >= 0);

/** The stems of the questions of a passage in the same order, none for a text without a word. */
export const stemsAt = (state: PassageIndexState, place: PassagePlace): Int32Array[] =>
  textsAt(place).map((question) => (question < 0 ? new Int32Array(0) : questionStems(state, question)));

export function addPassage(state: PassageIndexState, passage: Passage): void {
  const isPair = passage.kind === 'qa';
  const above = isPair ? '' : (passage.question ?? '');
  const key = hash('sha256', above === '' ? passage.text : `${above}\n${passage.text}`, 'base64url');
  const stemIds = (words: string[]): number[] => words.map((word) => stemIdOf(state.vocabulary, stemWord(word)));
  addStems(state, {
    passageId: passage.id,
    key,
    questions: isPair ? [questionWords(passage), ...phrasingWords(passage)].map(stemIds) : [],
    body: state.answerByKey.has(key) ? [] : stemIds(isPair ? textWords(passage) : wordsOf(passage)),
  });
}

/** A passage with its stems as numbers of this index's vocabulary. */
type StemmedPassage = {
  passageId: string;
  key: string;
  questions: number[][];
  body: number[];
};

export function addStems(state: PassageIndexState, passage: StemmedPassage): void {
  const answer = state.answerByKey.get(passage.key) ?? addAnswer(state, passage);
  const entry = state.answers[answer];
  if (entry === undefined) throw new Error('the answer has no entry');
  const { passageId } = passage;
  const isAsked = passage.questions.some((stems) => stems.length > 0);
  if (!isAsked) {
    state.placeOfPassage.set(passageId, { answer, question: -1 });
    addMember(state, entry, { passageId, question: -1 });
    return;
  }
  const body = new Set(bodyStems(state, entry));
  // One after another: how often a stem is asked is counted with the questions before.
  const [question = -1, ...others] = passage.questions.map((stems) => {
    if (stems.length === 0) return -1;
    const number = addQuestion(state, { answer, entry, body, stems });
    addMember(state, entry, { passageId, question: number });
    return number;
  });
  state.placeOfPassage.set(passageId, others.length === 0 ? { answer, question } : { answer, question, others });
}

function addAnswer(state: PassageIndexState, passage: StemmedPassage): number {
  const answer = state.answers.length;
  pushInt(state.bodyLength, passage.body.length);
  const ids = passage.body;
  state.answers.push({ key: passage.key, members: [], bodyStart: state.words.length, bodyLength: ids.length });
  state.answerByKey.set(passage.key, answer);
  for (const id of ids) pushInt(state.words, id);
  for (const [stem, count] of countsOf(ids)) {
    appendPosting(state.bodyPostings, { key: stem, entry: answer, count });
    addToInt(state.vocabulary.bodyAnswers, { place: stem, by: 1 });
    addToInt(state.vocabulary.anyAnswers, { place: stem, by: 1 });
  }
  state.liveAnswers += 1;
  state.bodyWords += ids.length;
  return answer;
}

type OfAnswer = { entry: AnswerEntry; body: ReadonlySet<number> };

function addQuestion(state: PassageIndexState, added: OfAnswer & { answer: number; stems: number[] }): number {
  const question = state.questionAnswer.length;
  const { entry, stems: ids } = added;
  const distinct = countsOf(ids);
  countQuestionStems(state, { ...added, stems: distinct.keys(), by: 1 });
  noteAsked(entry.asked, { stems: ids, by: 1 });
  pushInt(state.questionAnswer, added.answer);
  pushInt(state.questionMember, 0);
  pushInt(state.questionStart, state.words.length);
  pushInt(state.questionLength, ids.length);
  for (const id of ids) pushInt(state.words, id);
  for (const [stem, count] of distinct) appendPosting(state.questionPostings, { key: stem, entry: question, count });
  state.questionWords += ids.length;
  state.liveQuestions += 1;
  return question;
}

function addMember(state: PassageIndexState, entry: AnswerEntry, member: AnswerMember): void {
  noteMemberAt(state, member, entry.members.length);
  entry.members.push(member);
}

/** The last one takes the place: to close the gap would take a pass over all members of the answer. */
function removeMember(state: PassageIndexState, entry: AnswerEntry, at: number): void {
  const last = entry.members.pop();
  if (last === undefined || at === entry.members.length) return;
  entry.members[at] = last;
  noteMemberAt(state, last, at);
}

function noteMemberAt(state: PassageIndexState, { passageId, question }: AnswerMember, at: number): void {
  if (question >= 0) {
    state.questionMember.values[question] = at;
    return;
  }
  const place = state.placeOfPassage.get(passageId);
  if (place !== undefined) place.member = at;
}

/** Counts the stems of a question that is not, or no longer, among the members of its answer. */
function countQuestionStems(
  state: PassageIndexState,
  { entry, body, stems, by }: OfAnswer & { stems: Iterable<number>; by: 1 | -1 },
): void {
  const asked = askedCounts(state, entry);
  const { vocabulary } = state;
  for (const stem of stems) {
    addToInt(vocabulary.questions, { place: stem, by });
    if (!asked.has(stem) && !body.has(stem)) addToInt(vocabulary.anyAnswers, { place: stem, by });
  }
}

/** How many of its questions have each stem. Counting again for each would take quadratic time where they are thousands. */
export function askedCounts(state: PassageIndexState, entry: AnswerEntry): Map<number, number> {
  if (entry.asked !== undefined) return entry.asked;
  const asked = new Map<number, number>();
  for (const member of entry.members) {
    if (member.question >= 0) noteAsked(asked, { stems: questionStems(state, member.question), by: 1 });
  }
  if (entry.members.length >= KEPT_COUNTS_FROM) entry.asked = asked;
  return asked;
}

function noteAsked(asked: Map<number, number> | undefined, change: { stems: Iterable<number>; by: 1 | -1 }): void {
  if (asked === undefined) return;
  for (const stem of new Set(change.stems)) {
    const count = (asked.get(stem) ?? 0) + change.by;
    if (count === 0) asked.delete(stem);
    else asked.set(stem, count);
  }
}

export function removePassage(state: PassageIndexState, id: string): void {
  const place = state.placeOfPassage.get(id);
  const entry = place && state.answers[place.answer];
  if (place === undefined || entry === undefined) return;
  state.placeOfPassage.delete(id);
  const questions = questionsAt(place);
  if (questions.length === 0) removeMember(state, entry, place.member ?? 0);
  const body = new Set(questions.length === 0 ? [] : bodyStems(state, entry));
  for (const question of questions) {
    const stems = questionStems(state, question);
    removeMember(state, entry, intAt(state.questionMember, question));
    noteAsked(entry.asked, { stems, by: -1 });
    countQuestionStems(state, { entry, body, stems: new Set(stems), by: -1 });
    state.questionAnswer.values[question] = -1;
    state.questionWords -= stems.length;
    state.liveQuestions -= 1;
    state.deadWords += stems.length;
  }
  if (entry.members.length === 0) dropAnswer(state, entry);
}

function dropAnswer(state: PassageIndexState, entry: AnswerEntry): void {
  for (const stem of new Set(bodyStems(state, entry))) {
    addToInt(state.vocabulary.bodyAnswers, { place: stem, by: -1 });
    addToInt(state.vocabulary.anyAnswers, { place: stem, by: -1 });
  }
  state.answerByKey.delete(entry.key);
  state.liveAnswers -= 1;
  state.bodyWords -= entry.bodyLength;
  state.deadWords += entry.bodyLength;
}

export function questionStems(state: PassageIndexState, question: number): Int32Array {
  const start = intAt(state.questionStart, question);
  return state.words.values.subarray(start, start + intAt(state.questionLength, question));
}

export function bodyStems(state: PassageIndexState, entry: AnswerEntry): Int32Array {
  return state.words.values.subarray(entry.bodyStart, entry.bodyStart + entry.bodyLength);
}

function countsOf(ids: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
