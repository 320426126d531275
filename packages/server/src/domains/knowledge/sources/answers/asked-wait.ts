/** The wait that a host asks for, in ms, or until a date of its own clock; null where it asks for none or for nonsense. */
export function readAskedWait(headers: Record<string, string>): number | null {
  const value = (headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.date ?? '');
  return Number.isNaN(wait) || /^-?\d/.test(value) ? null : Math.max(0, wait);
}
