/** Text that PostgreSQL and every screen can hold: no NUL, no lone surrogates. Cleans, never refuses. */
export function cleanText(value: string): string {
  return value.replaceAll('\u0000', '').toWellFormed();
}
