import { splitAtEveryEnd, splitSentences } from '../../../platform/text/split-sentences.ts';
import { splitUnits } from '../retrieval/index.ts';

const OFFER =
  /(?<!\p{L})(?:промо-?)?(?:акци(?:[яиюей]|ям|ями|ях|онн\p{L}+)(?!\p{L})|скидк|распродаж|промокод|спецпредложен|предложение действует|offer|sales?(?!\p{L})|discount|promo|coupon)/iu;
const MONTHS = [
  ['янв', 'jan'],
  ['фев', 'feb'],
  ['мар', 'mar'],
  ['апр', 'apr'],
  ['ма', 'may'],
  ['июн', 'jun'],
  ['июл', 'jul'],
  ['авг', 'aug'],
  ['сен', 'sep'],
  ['окт', 'oct'],
  ['ноя', 'nov'],
  ['дек', 'dec'],
] as const;
const UNTIL = /(?:до|по|until|till|through|ends(?: on)?)\s+/iu;
const NUMERIC = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})/;
const WRITTEN = /^(\d{1,2})(?:st|nd|rd|th)?\s+(\p{L}{3,10})\s+(\d{4})/iu;
const WRITTEN_US = /^(\p{L}{3,10})\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/iu;
const DATED = /(?<!\p{N})20\p{N}{2}(?!\p{N})/u;
const MAX_LOOKED_AT = 5000;

/** The day with which the offers of a text end, as `2026-05-31`; undefined where it names none with its year. */
export type ReadOfferEnd = (text: string) => string | undefined;

/**
 * Reads the texts that stand under a title, which is read once. Under one that speaks of an offer all sentences are of it,
 * unless some say so themselves.
 */
export function createOfferReader(title = ''): ReadOfferEnd {
  const titles = splitAtEveryEnd(title.slice(0, MAX_LOOKED_AT)).filter((sentence) => OFFER.test(sentence));
  const daysOfTitle = daysOf(titles);
  return (text) => {
    const sentences = splitAtEveryEnd(text.slice(0, MAX_LOOKED_AT));
    const named = [...daysOfTitle, ...daysOf(sentences.filter((sentence) => OFFER.test(sentence)))];
    const ends = named.length === 0 && titles.length > 0 ? daysOf(sentences) : named;
    // Where one of them still holds, the text is not out of date.
    return ends.sort().at(-1);
  };
}

/** The first day with which an offer of a text ends: of several offers one may be over by itself. */
export function readFirstEnd(text: string, title = ''): string | undefined {
  if (!DATED.test(`${title} ${text}`)) return undefined;
  const readEnd = createOfferReader(title);
  const ends = splitUnits(text).flatMap((unit) => readEnd(unit.text) ?? []);
  return ends.sort()[0] ?? readEnd(text);
}

export const isOffer = (text: string): boolean => OFFER.test(text);

/** The sentence of a text that speaks of an offer; the first one where none does. */
export function offerOf(text: string): string {
  const sentences = splitSentences(text.slice(0, MAX_LOOKED_AT));
  const said = sentences.find((sentence) => OFFER.test(sentence)) ?? sentences[0] ?? '';
  return said.replace(/[.!?…]{1,3}$/u, '');
}

const daysOf = (sentences: string[]): string[] =>
  sentences.flatMap((sentence) =>
    sentence
      .split(UNTIL)
      .slice(1)
      .flatMap((rest) => readDay(rest) ?? []),
  );

function readDay(text: string): string | undefined {
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) return dayOf(numeric[3], numeric[2], numeric[1]);
  const iso = ISO.exec(text);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  const written = WRITTEN.exec(text);
  if (written !== null) return dayOf(written[3], monthOf(written[2]), written[1]);
  const american = WRITTEN_US.exec(text);
  return american === null ? undefined : dayOf(american[3], monthOf(american[1]), american[2]);
}

function monthOf(name = ''): string {
  const lower = name.toLowerCase();
  return `${MONTHS.findIndex((begins) => begins.some((begin) => lower.startsWith(begin))) + 1}`;
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && Number(year) >= 2000 ? text : undefined;
}
