const MAX_ABBREVIATION = 12;
/** With what closes a quotation, before something that can begin a sentence. */
const WRITTEN_END = /[.!?…]["»”’')\]]{0,3}\s{1,3}(?=["«“„(‘']{0,2}[\p{Lu}\p{N}])/gu;
const ANY_END = /\n|(?<=[.!?…]["»”’')\]]{0,3})\s/u;
const BESIDE_WORD = /[^\p{L}\p{N}.]/u;
const INITIAL = /^\p{Lu}$/u;
const ABBREVIATIONS = new Set(
  `mr mrs ms dr prof st vs no nos vol pp ca approx inc ltd co corp jr sr gen col capt lt rev gov sen rep fig e.g i.e u.s u.k
  г гг в вв н н.э т.е т.к др пр руб коп тыс млн млрд им ул д кв стр корп св см м мм км кг с о проф акад ок напр лат греч англ нем
  фр рис табл тел просп пер бул наб обл каб`.split(/\s+/),
);
/** «Торт от 2 кг. Начинки: …», «2200 ₽ за кг. Оплата картой»: behind a figure and before a capital letter they end a sentence. */
const MEASURED = /(?:\p{N}\s?|\sза\s)(?:кг|гг?|км|см|мм|м|руб|коп|тыс|млн|млрд)$/iu;
const CAPITAL = /^["«“„(‘']{0,2}\p{Lu}/u;

/** The sentences of a text that somebody wrote for readers: each begins with a capital letter or a figure, and none behind an abbreviation. */
export function splitSentences(text: string): string[] {
  return text.split('\n').flatMap(splitLine);
}

/**
 * At every end before a space: customers write without capital letters, and where an end that is missed costs more than one that is
 * none («Скидка до 5 мая 2026 г. Доставка …»).
 */
export const splitAtEveryEnd = (text: string): string[] => withoutEmpty(text.split(ANY_END));

function splitLine(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(WRITTEN_END)) {
    const [before, behind] = [text.slice(start, index), text.slice(index + found.length)];
    const isMeasured = CAPITAL.test(behind) && MEASURED.test(before.slice(-MAX_ABBREVIATION));
    if (text[index] === '.' && !isMeasured && isAbbreviation(before)) continue;
    sentences.push(text.slice(start, index + found.length));
    start = index + found.length;
  }
  return withoutEmpty([...sentences, text.slice(start)]);
}

const withoutEmpty = (parts: readonly string[]): string[] =>
  parts.map((part) => part.trim()).filter((part) => part !== '');

/** "Dr. Smith", "J. Smith", «ул. Баумана». */
function isAbbreviation(before: string): boolean {
  const word = before.slice(-MAX_ABBREVIATION).split(BESIDE_WORD).at(-1) ?? '';
  return INITIAL.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}
