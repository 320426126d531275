const WORDS =
  /^(?:а |и )?(?:как(?:ой|ая|ое|ие|ов[аыо]?|им|их|ую)?|сколько|поч[её]м|когда|где|куда|откуда|кто|кому|что|чем|зачем|почему|можно(?: ли)?|нужно ли|нужен ли|нужна ли|есть ли|будет ли|могу ли|можете ли|должен ли|до скольки|со скольки|во сколько|чей|what|how|when|where|why|who|whom|whose|which|can|could|do|does|did|is|are|will|would|should|may|am i|have|has)(?=[\s,?])/i;
/** What a shop writes before a question. */
const BEFORE = /^(?:(?:вопрос|question|q|в) ?(?:№? ?\d{1,3} ?)?[:.)—–-]|№? ?\d{1,3} ?[.):—–-]|[•·*+▸►▶▾▼–—-])/i;
/** What a panel shows beside it. */
const BEHIND = new Set('+−–▸►▶▾▼▲×✕ ');
const MAX_QUESTION = 300;
const MAX_TIDIED = 500;

/** A question without its number and the marks of its panel. */
export function tidyQuestion(text: string): string {
  if (text.length > MAX_TIDIED) return text;
  let tidy = text.split(/\s/).filter(Boolean).join(' ');
  for (let before = ''; before !== tidy; ) {
    before = tidy;
    tidy = dropMarks(tidy.replace(BEFORE, '').trim());
  }
  return tidy;
}

function dropMarks(text: string): string {
  let end = text.length;
  while (BEHIND.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a line asks something: by its mark, or by the word that it begins with. */
export function isQuestion(text: string): boolean {
  if (text.length > MAX_QUESTION || !/\p{Letter}{2}/u.test(text)) return false;
  return /\?[)"»”!\s]*$/.test(text) || WORDS.test(text);
}
