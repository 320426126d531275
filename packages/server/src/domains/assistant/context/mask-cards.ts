const GROUPS_IN_ROW = /\d(?:[\s.\p{Pd}_]{0,2}\d)*/gu;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Of a part of a card number; a phone has shorter ones. */
const MIN_GROUP = 3;

/** Hides payment card numbers: they have no business at a model's provider. */
export const maskCards = (text: string): string => replaceCards(text, (end) => `[card •••• ${end}]`);

/** The same for words of the customer that are said back, in whatever language. */
export const coverCards = (text: string): string => replaceCards(text, (end) => `•••• ${end}`);

type Cover = (lastDigits: string) => string;
type Group = { digits: string; start: number };

function replaceCards(text: string, cover: Cover): string {
  return text.replace(GROUPS_IN_ROW, (found) => coverRow(found, cover));
}

/** Other figures may stand right before a number and behind it: the date until which it is good, an amount. */
function coverRow(row: string, cover: Cover): string {
  const groups = Array.from(row.matchAll(/\d+/g), ({ 0: digits, index }) => ({ digits, start: index }));
  let covered = '';
  let end = 0;
  for (let at = 0; at < groups.length; at += 1) {
    const card = cardFrom(groups, at);
    const [first, last] = [card[0], card.at(-1)];
    if (first === undefined || last === undefined) continue;
    covered += row.slice(end, first.start) + cover(digitsOf(card).slice(-4));
    end = last.start + last.digits.length;
    at += card.length - 1;
  }
  return covered + row.slice(end);
}

/** The longest card number that begins with this group; none where there is none. */
function cardFrom(groups: Group[], at: number): Group[] {
  let found: Group[] = [];
  for (let count = 1; count <= MAX_DIGITS && at + count <= groups.length; count += 1) {
    const part = groups.slice(at, at + count);
    const isWhole = count === groups.length || part.every(({ digits }) => digits.length >= MIN_GROUP);
    if (isWhole && isCardNumber(digitsOf(part))) found = part;
  }
  return found;
}

const digitsOf = (groups: Group[]): string => groups.map(({ digits }) => digits).join('');

/** The checksum of ISO/IEC 7812 (Luhn): a long order number seldom has it. */
function isCardNumber(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
  const sum = Array.from(digits).reduceRight((total, digit, at) => {
    const isDoubled = (digits.length - at) % 2 === 0;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
