/** When the assistant answers by itself, asks back or hands over. Measured by `npm run bench retrieval`. */
export const answerThresholds = {
  /** Chance of being right from which the best answer is given. */
  answerFrom: 0.45,
  /** Lead of the first over the second, in score, under which they are close: then either is right about as often. */
  closeMargin: 0.4,
  /** Close answers are worth a question back from here, and need none from there. */
  clarifyFrom: 0.3,
  certainFrom: 0.8,
  /** Answers offered in a question back. */
  clarifyChoices: 2,
} as const;
