/** How often letters stand in Russian texts, in thousandths; the rarest and those of other alphabets are not listed. */
const FREQUENCY: Record<string, number> = {
  ...{ о: 110, е: 85, а: 80, и: 74, н: 67, т: 63, с: 55, р: 47, в: 45, л: 43, к: 35, м: 32, д: 30, п: 28, у: 26 },
  ...{ я: 20, ы: 19, ь: 17, г: 17, з: 16, б: 16, ч: 14, й: 12, х: 10, ж: 9, ш: 7, ю: 6, ц: 5, щ: 4, э: 3, ф: 3 },
  ...{ ъ: 1, ё: 1, і: 1, ї: 1, є: 1, ў: 1 },
};
const COMMON = 40;
const USUAL = 10;
/** A capital within a word: what one encoding has for small letters another has for capitals. */
const BROKEN_WORD = -2;
/** A sign that is no letter, quote or dash, or a letter behind a Latin one: so do wrong encodings come out. */
const STRANGE = -1.5;
const USUAL_SIGNS = new Set('«»„“”‘’—–…№•·°±§©®™€₽ \u00a0');

/** How much the signs beyond ASCII read like Russian: 1 or more for a usual text, near 0 or below for a wrong encoding. */
export function judgeRussian(text: string): number {
  let score = 0;
  let count = 0;
  let before = '';
  for (const sign of text) {
    if (sign > '\u007F') {
      count += 1;
      score += judgeSign(sign, before);
    }
    before = sign;
  }
  return count === 0 ? 0 : score / count;
}

function judgeSign(sign: string, before: string): number {
  const lower = sign.toLowerCase();
  const frequency = FREQUENCY[lower];
  if (/[a-z]/i.test(before)) return STRANGE;
  if (frequency === undefined) return USUAL_SIGNS.has(sign) ? 0 : STRANGE;
  const isCapital = sign !== lower;
  const followsSmallLetter = before !== before.toUpperCase();
  if (isCapital && followsSmallLetter) return BROKEN_WORD;
  if (frequency >= COMMON) return 1.5;
  return frequency >= USUAL ? 1 : 0.2;
}
