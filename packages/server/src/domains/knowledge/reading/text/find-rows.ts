/** A figure with a currency. */
export const MONEY =
  /\p{Sc}\s?\p{N}|\p{N}\s?(?:\p{Sc}|руб(?!\p{L}{4})|р\.|р(?!\p{L})|тыс\.|тг(?!\p{L})|тенге|eur(?!\p{L})|usd(?!\p{L})|rub(?!\p{L})|dollars|euros|pounds|roubles|rubles)/iu;
const ENDS_WITH_MONEY = /\p{N}\s?(?:\p{Sc}|руб\p{L}{0,3}\.?|р\.?)$/iu;
const BEGINS = /^["«“„'(]?\p{Lu}/u;
const BEGINS_WITH_FIGURE = /^\p{N}/u;
/** A line whose sentence goes on below it. */
export const GOES_ON = /[\p{L}]-$|[,(]$/u;
const MAX_ROW_CHARACTERS = 60;
/** So many lines below each other begin with a capital letter by no chance. */
const MANY = 4;

/**
 * Which lines of a text begin a row of their own, as those of a price list do: each has its sum, or many short ones stand below
 * each other. The other lines go on with the one above.
 */
export function findRows(lines: readonly string[]): boolean[] {
  const isPriced = lines.map((line, at) => {
    const canBegin = BEGINS.test(line) || (BEGINS_WITH_FIGURE.test(line) && ENDS_WITH_MONEY.test(lines[at - 1] ?? ''));
    return canBegin && MONEY.test(line);
  });
  const isShort = lines.map(
    (line) => line.length <= MAX_ROW_CHARACTERS && (BEGINS.test(line) || BEGINS_WITH_FIGURE.test(line)),
  );
  const runs = runsOf(isShort);
  return lines.map((line, at) => {
    const above = lines[at - 1];
    if (above === undefined || GOES_ON.test(above)) return false;
    if (isShort[at] && isShort[at - 1] && (runs[at] ?? 0) >= MANY) return true;
    if (isPriced[at]) return isPriced[at - 1] === true || (isPriced[at + 1] === true && BEGINS.test(line));
    return isPriced[at - 1] === true && isPriced[at - 2] === true && BEGINS.test(line);
  });
}

/** How many stand together where each one stands. */
function runsOf(marks: readonly boolean[]): number[] {
  const lengths = marks.map(() => 0);
  for (let from = 0; from < marks.length; from += 1) {
    if (!marks[from]) continue;
    let end = from;
    while (marks[end]) end += 1;
    lengths.fill(end - from, from, end);
    from = end;
  }
  return lengths;
}
