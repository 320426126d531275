/** Text that PostgreSQL and every screen can hold: no NUL, no lone surrogates. Cleans, never refuses. */
export function cleanText(value: string): string {
  return value.replaceAll('\u0000', '').toWellFormed();
}

/** Whether a text shows anything: blanks, joiners and marks of direction alone are an empty message. */
export const isVisible = (value: string): boolean => /[^\p{Cf}\p{Z}\p{Cc}]/u.test(value);
