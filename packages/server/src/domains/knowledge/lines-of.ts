/** Further ways to ask a pair as they are stored: one a line. */
export const linesOf = (phrasings: string): string[] => (phrasings === '' ? [] : phrasings.split('\n'));
