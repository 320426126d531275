/**
 * What a base learned of itself: how sure its search is of the best hit for questions that it cannot answer, in rising
 * order, by what the best hit was.
 */
export type Calibration = {
  /** Nearly fitting questions whose best hit is a pair, or a passage without a question. */
  pairs: Float64Array;
  passages: Float64Array;
  /** Questions of no trade or of a neighbouring one. */
  general: Float64Array;
  /** The changes of the index until then. */
  changes: number;
};
