/** The wait a server asks for, in ms; null where it asks for none or for nonsense. */
export function readRetryAfter(headers: Record<string, string>, now: Date): number | null {
  const exact = readNumber(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = readNumber(value);
  if (seconds !== null) return seconds * 1000;
  if (/^\s*-/.test(value)) return null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function readNumber(value: string | undefined): number | null {
  if (value === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return null;
  return Number(value);
}
