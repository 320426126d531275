import type { NearPassages } from '../near/near-passages.ts';

/** `burden`: what its missing words ask in addition. `isClose`: the next hit is so near that the customer may be asked which is meant. `isRepeat`: asked almost word for word. */
export type RightHit = { confidence: number; burden: number; isClose: boolean; isRepeat: boolean };

/**
 * What a base learned of itself: how sure its search is of the best hit for questions that it cannot answer, less what
 * their missing words take from it, in rising order, by what the best hit was.
 */
export type Calibration = {
  /** Nearly fitting questions whose best hit is a pair, or a passage without a question. */
  pairs: Float64Array;
  passages: Float64Array;
  /** Questions about another thing than a pair's, with a word in common, whose best hit is a pair. */
  otherThings: Float64Array;
  /** As many nearly fitting questions are asked of a base that holds enough. */
  maxNear: number;
  /** Questions of no trade or of a neighbouring one. */
  general: Float64Array;
  /** Questions that it can answer: how many were asked, and those whose best hit was the right one. */
  answerable: { asked: number; right: RightHit[] };
  /** The changes of the index until then. */
  changes: number;
};

/** What vectors say to the questions of a calibration: by the text of a question, or by which one of a pair is asked; `isAlone`: its other questions are not there either. */
export type CalibrationNear = {
  ofText(text: string): Promise<NearPassages | undefined>;
  ofQuestion(asked: { passageId: string; phrasing: number; isAlone: boolean }): Promise<NearPassages | undefined>;
};
