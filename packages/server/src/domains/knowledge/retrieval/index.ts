export { answerThresholds } from './answer-thresholds.ts';
export { type AnswerDecision, decideAnswer } from './decide-answer.ts';
export { createPassageIndex, type Passage, type PassageIndex } from './passage-index.ts';
export { type SearchHit, type SearchResult, searchPassages } from './search-passages.ts';
export { upsertInSlices } from './upsert-in-slices.ts';
