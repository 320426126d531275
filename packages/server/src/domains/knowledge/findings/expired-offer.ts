const OFFER = /акци|скидк|распродаж|промокод|спецпредложен|предложение действует|offer|sale|discount|promo|coupon/i;
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
const MAX_LOOKED_AT = 5000;

/**
 * The day with which the offers of a text end, as `2026-05-31`; undefined where it names none with its year. Under a title
 * that speaks of an offer all sentences are of it, unless some say so themselves.
 */
export function readOfferEnd(text: string, title = ''): string | undefined {
  const sentences = sentencesOf(text.slice(0, MAX_LOOKED_AT));
  const titles = sentencesOf(title).filter((sentence) => OFFER.test(sentence));
  const named = daysOf([...titles, ...sentences.filter((sentence) => OFFER.test(sentence))]);
  const ends = named.length === 0 && titles.length > 0 ? daysOf(sentences) : named;
  // Where one of them still holds, the text is not out of date.
  return ends.sort().at(-1);
}

const sentencesOf = (text: string): string[] => text.split(/[!?\n]|\.(?:\s|$)/);

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
