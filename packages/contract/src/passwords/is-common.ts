import { commonWords } from './common-words.ts';

const rows = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'йцукенгшщзхъ',
];
const MIN_DIFFERENT = 3;
const MIN_DIGITS = 12;

/** A word that everybody takes, whatever digits and signs stand around it; a row of keys; a date or a phone. */
export function isCommon(folded: string): boolean {
  if (new Set(folded).size < MIN_DIFFERENT) return true;
  const letters = stripSigns(folded);
  // Digits and signs alone: a date, a phone or a row of keys, unless it is long.
  if (/^[ -~]+$/.test(folded) && letters === '') {
    const digits = folded.replace(/\D/g, '');
    return digits.length < MIN_DIGITS || isRow(digits);
  }
  return commonWords.has(letters) || commonWords.has(stripSigns(unmask(folded))) || isRow(letters);
}

/** Cuts digits and signs off both ends: `!Password2026` is as common as `password`. */
export function stripSigns(text: string): string {
  return text.replace(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, '');
}

const masks: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

function unmask(text: string): string {
  // Digits at the end are a number, not letters in disguise.
  return text.replace(/(?<!\d)\d+$/, '').replace(/[013457@$]/g, (sign) => masks[sign] ?? sign);
}

/** A piece of a row of keys or of the alphabet, also repeated. */
function isRow(text: string): boolean {
  if (text === '') return false;
  return rows.some((row) => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text));
}
