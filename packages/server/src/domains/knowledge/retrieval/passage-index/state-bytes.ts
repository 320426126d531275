import type { PassageIndexState } from './index-state.ts';
import type { IntList } from './int-list.ts';
import type { PostingLists } from './posting-lists.ts';

/** Measured on the heap of Node 24: objects, strings and entries of maps, beside the typed arrays. */
const STEM_BYTES = 130;
const GRAM_BYTES = 80;
const ANSWER_BYTES = 300;
const PASSAGE_BYTES = 200;
const PHRASING_BYTES = 100;

/** What an index takes in memory. A million characters of ordinary text take 6 MB, of invented words 50 MB. */
export function stateBytes(state: PassageIndexState): number {
  const { vocabulary, scratch } = state;
  const lists = [
    state.words,
    state.questionAnswer,
    state.questionStart,
    state.questionLength,
    state.questionMember,
    state.bodyLength,
    vocabulary.bodyAnswers,
    vocabulary.anyAnswers,
    vocabulary.questions,
    vocabulary.gramCounts,
  ];
  const postings = [state.questionPostings, state.bodyPostings, vocabulary.gramStems];
  const arrays = [vocabulary.importance, vocabulary.shared, ...Object.values(scratch)];
  return (
    sum(lists.map(listBytes)) +
    sum(postings.map(postingBytes)) +
    sum(arrays.map(({ byteLength }) => byteLength)) +
    vocabulary.stems.length * STEM_BYTES +
    vocabulary.gramIds.size * GRAM_BYTES +
    state.answers.length * ANSWER_BYTES +
    state.placeOfPassage.size * PASSAGE_BYTES +
    Math.max(0, state.liveQuestions - state.placeOfPassage.size) * PHRASING_BYTES
  );
}

const listBytes = ({ values }: IntList) => values.byteLength;

function postingBytes({ starts, lengths, capacities, entries, counts }: PostingLists): number {
  return sum([starts, lengths, capacities, entries, counts].map(({ byteLength }) => byteLength));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
