import { hash } from 'node:crypto';
import { addToInt, createIntList, type IntList, intAt, pushInt } from './int-list.ts';
import { retrievalLimits } from './limits.ts';
import { appendPosting, createPostingLists, type PostingLists } from './posting-lists.ts';
import { splitWords } from './split-words.ts';
import { stemWord } from './stem-word.ts';
import { createVocabulary, stemIdOf, type Vocabulary } from './vocabulary.ts';

export interface Passage {
  id: string;
  kind: 'qa' | 'file' | 'page';
  question?: string | undefined;
  /** The answer of a pair, or the piece of a file or page. */
  text: string;
}

/** One answer text with the questions that lead to it. Number -1 as question = a passage without a question. */
export interface AnswerEntry {
  key: string;
  members: Array<{ passageId: string; question: number }>;
  bodyStart: number;
  bodyLength: number;
}

export interface PassageIndexState {
  vocabulary: Vocabulary;
  /** Stems of all texts in order, questions and bodies. */
  words: IntList;
  answers: AnswerEntry[];
  answerByKey: Map<string, number>;
  placeOfPassage: Map<string, { answer: number; question: number }>;
  questionAnswer: IntList;
  questionStart: IntList;
  questionLength: IntList;
  bodyLength: IntList;
  questionPostings: PostingLists;
  bodyPostings: PostingLists;
  liveAnswers: number;
  liveQuestions: number;
  answersWithQuestions: number;
  questionWords: number;
  bodyWords: number;
  deadWords: number;
  scratch: SearchScratch;
}

/** Work arrays of a search, all zero between two searches. A search never awaits, so one set serves a base. */
export interface SearchScratch {
  term: Float64Array;
  questions: Float64Array;
  bodies: Float64Array;
  answers: Float64Array;
}

/** All passages of one knowledge base, ready to be searched; owns nothing outside the heap. */
export interface PassageIndex {
  readonly state: PassageIndexState;
  readonly size: number;
  upsert(passages: Iterable<Passage>): void;
  remove(ids: Iterable<string>): void;
}

const smallestCompaction = 20_000;

export function createPassageIndex(): PassageIndex {
  let state = emptyState();
  return {
    get state() {
      return state;
    },
    get size() {
      return state.placeOfPassage.size;
    },
    upsert(passages) {
      for (const passage of passages) {
        removePassage(state, passage.id);
        addPassage(state, passage);
      }
      if (needsCompaction(state)) state = compacted(state);
    },
    remove(ids) {
      for (const id of ids) removePassage(state, id);
      if (needsCompaction(state)) state = compacted(state);
    },
  };
}

function emptyState(): PassageIndexState {
  return {
    vocabulary: createVocabulary(),
    words: createIntList(),
    answers: [],
    answerByKey: new Map(),
    placeOfPassage: new Map(),
    questionAnswer: createIntList(),
    questionStart: createIntList(),
    questionLength: createIntList(),
    bodyLength: createIntList(),
    questionPostings: createPostingLists(),
    bodyPostings: createPostingLists(),
    liveAnswers: 0,
    liveQuestions: 0,
    answersWithQuestions: 0,
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

function addPassage(state: PassageIndexState, passage: Passage): void {
  const key = hash('sha256', passage.text, 'base64url');
  const question = stemsOf(passage.question ?? '', { characters: 4_000, words: retrievalLimits.questionTerms });
  const bodyLimit = { characters: retrievalLimits.passageCharacters, words: retrievalLimits.bodyTerms };
  const body = state.answerByKey.has(key) ? [] : stemsOf(passage.text, bodyLimit);
  addStems(state, { passageId: passage.id, key, question, body });
}

function stemsOf(text: string, limit: { characters: number; words: number }): string[] {
  return splitWords(text, limit).map(stemWord);
}

interface StemmedPassage {
  passageId: string;
  key: string;
  question: string[];
  body: string[];
}

function addStems(state: PassageIndexState, passage: StemmedPassage): void {
  const answer = state.answerByKey.get(passage.key) ?? addAnswer(state, passage);
  const question = passage.question.length === 0 ? -1 : addQuestion(state, { answer, stems: passage.question });
  state.answers[answer]?.members.push({ passageId: passage.passageId, question });
  state.placeOfPassage.set(passage.passageId, { answer, question });
}

function addAnswer(state: PassageIndexState, passage: StemmedPassage): number {
  const answer = state.answers.length;
  pushInt(state.bodyLength, passage.body.length);
  const ids = passage.body.map((stem) => stemIdOf(state.vocabulary, stem));
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

function addQuestion(state: PassageIndexState, added: { answer: number; stems: string[] }): number {
  const question = state.questionAnswer.length;
  const ids = added.stems.map((stem) => stemIdOf(state.vocabulary, stem));
  const distinct = countsOf(ids);
  countQuestionStems(state, { answer: added.answer, stems: distinct.keys(), by: 1 });
  pushInt(state.questionAnswer, added.answer);
  pushInt(state.questionStart, state.words.length);
  pushInt(state.questionLength, ids.length);
  for (const id of ids) pushInt(state.words, id);
  for (const [stem, count] of distinct) appendPosting(state.questionPostings, { key: stem, entry: question, count });
  state.questionWords += ids.length;
  state.liveQuestions += 1;
  return question;
}

/** Counts a question's stems; the answer's present members are the other questions. */
function countQuestionStems(
  state: PassageIndexState,
  change: { answer: number; stems: Iterable<number>; by: 1 | -1 },
): void {
  const entry = state.answers[change.answer];
  if (entry === undefined) return;
  const asked = new Set<number>();
  let questions = 0;
  for (const member of entry.members) {
    if (member.question < 0) continue;
    questions += 1;
    for (const stem of questionStems(state, member.question)) asked.add(stem);
  }
  if (questions === 0) state.answersWithQuestions += change.by;
  const body = new Set(bodyStems(state, entry));
  const { vocabulary } = state;
  for (const stem of change.stems) {
    const { by } = change;
    addToInt(vocabulary.questions, { place: stem, by });
    if (asked.has(stem)) continue;
    addToInt(vocabulary.questionAnswers, { place: stem, by });
    if (!body.has(stem)) addToInt(vocabulary.anyAnswers, { place: stem, by });
  }
}

function removePassage(state: PassageIndexState, id: string): void {
  const place = state.placeOfPassage.get(id);
  const entry = place && state.answers[place.answer];
  if (place === undefined || entry === undefined) return;
  state.placeOfPassage.delete(id);
  entry.members = entry.members.filter((member) => member.passageId !== id);
  if (place.question >= 0) {
    const stems = questionStems(state, place.question);
    countQuestionStems(state, { answer: place.answer, stems: new Set(stems), by: -1 });
    state.questionAnswer.values[place.question] = -1;
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

function needsCompaction(state: PassageIndexState): boolean {
  return state.deadWords > smallestCompaction && state.deadWords * 3 > state.words.length;
}

function compacted(old: PassageIndexState): PassageIndexState {
  const state = emptyState();
  const names = (ids: Int32Array): string[] => Array.from(ids, (id) => old.vocabulary.stems[id] ?? '');
  for (const entry of old.answers) {
    for (const member of entry.members) {
      addStems(state, {
        passageId: member.passageId,
        key: entry.key,
        question: member.question < 0 ? [] : names(questionStems(old, member.question)),
        body: state.answerByKey.has(entry.key) ? [] : names(bodyStems(old, entry)),
      });
    }
  }
  return state;
}
