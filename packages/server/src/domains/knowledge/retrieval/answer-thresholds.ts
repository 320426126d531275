/** When the assistant answers by itself, asks back or hands over. Measured by `npm run bench retrieval`. */
export const answerThresholds = {
  /** Chance of being right from which the best answer is given. */
  answerFrom: 0.5,
  /** Below that, from here on, two close answers are worth a question back. */
  clarifyFrom: 0.3,
  /** Lead of the first over the second, in score, under which they are close. */
  closeMargin: 0.7,
  /** Answers offered in a question back. */
  clarifyChoices: 2,
} as const;
