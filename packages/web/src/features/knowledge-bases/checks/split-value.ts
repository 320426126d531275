import { type SaidPart, splitSaid } from '../../../components/source-place/split-said.ts';

/** A number as people write it: `1 500`, `+7 (900) 123-45-67`. */
const WRITTEN = /\+?\d(?:[ \u00a0\u202f().-]{0,2}\d)*/g;
const PHONE_DIGITS = 10;

/** Where a text names a price or a phone that was found in it; a phone is known by its last ten digits. */
export function splitValue(text: string, value: string): SaidPart[] {
  const same = (written: string) => {
    const digits = written.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
    return value.length === PHONE_DIGITS ? digits.slice(-PHONE_DIGITS) === value : digits === value;
  };
  const found = (text.match(WRITTEN) ?? []).find(same);
  return splitSaid(text, found ?? '');
}

/** `9:00-18:00`, as hours are found. */
const HOURS = /^(\d{1,2}):\d{2}-(\d{1,2}):\d{2}$/;

/** Whether a text says what was found in a passage: of a long one an answer gives a sentence. */
export function saysValue(text: string, value: string): boolean {
  const [, from, to] = HOURS.exec(value) ?? [];
  if (from === undefined || to === undefined) return splitValue(text, value).some(({ isSaid }) => isSaid);
  const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
  return numbers.has(Number(from)) && numbers.has(Number(to));
}
