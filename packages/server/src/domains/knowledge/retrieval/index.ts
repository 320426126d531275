export { type AnswerDecision, decideAnswer } from './decide-answer.ts';
export type { Passage } from './passage-index/index-state.ts';
export { createPassageIndex, type PassageIndex } from './passage-index/passage-index.ts';
export { upsertInSlices } from './passage-index/upsert-in-slices.ts';
export { SHARED_BYTES, weighPassage } from './passage-index/weigh-passage.ts';
export { searchPassages } from './search-passages.ts';
