/** The fields whose values are others than before. */
export function changedFields<Values extends Record<string, unknown>>(before: Values, now: Values): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const name in now) {
    if (JSON.stringify(now[name]) !== JSON.stringify(before[name])) changed[name] = now[name];
  }
  return changed;
}

type Settled<Values> = { saved: Values; sent: Partial<Values>; next: Values; values: Values };

/** The fields after the server saved `next`: what was typed since `sent` was stays. */
export function settledFields<Values extends Record<string, unknown>>({ saved, sent, next, values }: Settled<Values>) {
  return { ...next, ...changedFields({ ...saved, ...sent }, values) };
}

type Begun<Values> = { begun: Values; saved: Values; values: Partial<Values> };

/** Of the fields that were typed those that are saved with another value by now than when typing began. */
export function newerFields<Values extends Record<string, unknown>>({ begun, saved, values }: Begun<Values>) {
  const newer = changedFields(begun, saved);
  for (const name in newer) if (!Object.hasOwn(values, name)) delete newer[name];
  return newer;
}

/** Of kept fields those that the form has, with values of the kind it holds: another build may have kept them. */
export function fittingFields<Values extends Record<string, unknown>>(
  example: Values,
  kept: Record<string, unknown>,
): Partial<Values> {
  const fitting: Partial<Values> = {};
  for (const name in example) {
    const value = kept[name];
    if (Object.hasOwn(kept, name) && isLike(value, example[name])) fitting[name] = value;
  }
  return fitting;
}

function isLike<Value>(value: unknown, example: Value): value is Value {
  if (Array.isArray(example)) return Array.isArray(value) && value.every(isItem);
  if (isTextOrNone(example)) return isTextOrNone(value);
  return typeof value === typeof example && !Array.isArray(value) && value !== null;
}

const isTextOrNone = (value: unknown) => value === null || typeof value === 'string';

/** Lists of a form hold texts, or records of texts. */
function isItem(item: unknown): boolean {
  if (typeof item === 'string') return true;
  return typeof item === 'object' && item !== null && Object.values(item).every((part) => typeof part === 'string');
}
