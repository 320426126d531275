export { answerThresholds } from './answer-thresholds.ts';
export { falseAnswersOfHundred, ownAnswersOfHundred } from './calibration/answer-from.ts';

export { calibrateIndex, findCalibration, wantsCalibration } from './calibration/calibrate-index.ts';
export type { Calibration } from './calibration/calibration.ts';
export { listGeneralQuestions } from './calibration/general-questions.ts';
export { type AnswerDecision, decideAnswer } from './decide-answer.ts';
export { chooseWeight, type WeighedQuestion } from './near/choose-weight.ts';
export { askEvidence, choosePassages, type Evidence, toEvidence } from './near/list-evidence.ts';
export {
  NEAR_PASSAGES,
  type NearPassages,
  type NearText,
  toNearPassages,
  type VectorScale,
} from './near/near-passages.ts';
export type { Passage } from './passage-index/index-state.ts';
export { createPassageIndex, type PassageIndex } from './passage-index/passage-index.ts';
export { removeInSlices } from './passage-index/remove-in-slices.ts';
export { upsertInSlices } from './passage-index/upsert-in-slices.ts';
export { SHARED_BYTES, weighPassage } from './passage-index/weigh-passage.ts';
export { quotePassage } from './quote/quote-passage.ts';
export { splitUnits, type TextUnit } from './quote/split-units.ts';
export { statesFigure, statesMoney, statesPrice, wantsPrice } from './quote/wants-price.ts';
export type { RetrievalModel } from './retrieval-model.ts';
export { type SearchResult, searchPassages } from './search-passages.ts';
export { loadOrdinaryWords } from './words/ordinary-words.ts';
export { splitWords } from './words/split-words.ts';
