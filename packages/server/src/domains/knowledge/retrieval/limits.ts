/** Bounds of the work that one text can cause, whatever a customer or an editor pastes. */
export const retrievalLimits = {
  queryCharacters: 2_000,
  queryTerms: 48,
  passageCharacters: 40_000,
  questionCharacters: 4_000,
  questionTerms: 64,
  bodyTerms: 6_000,
  wordCharacters: 40,
  /** Vocabulary terms that one query term may stand for. */
  expansionsPerTerm: 12,
  /** Stems that are compared with the words of one query for likeness, each as often as they share a few letters. */
  sharedGrams: 1_000_000,
  /** Answers that are looked at closely after the first pass. */
  closeCandidates: 40,
  /** Example questions of one answer that are looked at closely. */
  questionsPerCandidate: 24,
  /** Words of one body that are looked at closely. */
  closeBodyTerms: 600,
} as const;
