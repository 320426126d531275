const ROWS_OF_A_STATEMENT = 500;

/** The driver writes and reads what one statement takes in one go, and holds up all others for so long. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_A_STATEMENT) parts.push(rows.slice(at, at + ROWS_OF_A_STATEMENT));
  return parts;
}
