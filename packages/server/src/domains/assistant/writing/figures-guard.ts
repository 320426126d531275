/** Figures of a text (after NFKC, which makes all spaces plain) in one form each, so that `1 500,00`, `1500` and `1.500` are the same. */
type Figures = { numbers: Set<string>; phones: Set<string>; links: Set<string>; contacts: Set<string> };

const TOP_DOMAINS =
  'ru|su|by|kz|ua|uz|am|ge|com|net|org|info|biz|io|me|app|dev|pro|shop|store|online|site|website|space|club|xyz|link|live|top|click|eu|de|fr|it|es|pl|uk|us|ca|co|ai|tv|cc|ly|gl|gg|to|рф|рус|онлайн|сайт';
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{3,}/gu;
const link = new RegExp(
  `(?:https?|ftp|tg|viber|whatsapp|skype):\\/\\/[^\\s<>"'«»]+|(?<![\\p{L}\\p{N}@.-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${TOP_DOMAINS})(?![\\p{L}\\p{N}-])(?:[/?#][^\\s<>"'«»]*)?`,
  'giu',
);
const phone = /\+?\d(?:[\s().–-]{0,3}\d){8,14}/g;
const digitGroup = /\d+(?:[ ,.':’]\d+)*/g;
const listNumber = /^[ \t]*\d{1,2}[.)]\s+/gm;
const MIN_PHONE_DIGITS = 10;
/** What every link holds: to look for this first costs a fraction of looking for links. */
const partOfLink = /:\/\/|\.\p{L}/u;

/** Figures, links and contacts of an answer that none of the texts it may lean on contains. */
export function findUnfoundedFigures(answer: string, grounds: string[]): string[] {
  const known = readFigures(grounds.join('\n\n'));
  const said = readFigures(answer.replace(listNumber, ''));
  const isKnownLink = (found: string) =>
    known.links.has(found) || [...known.links].some((own) => hostOf(own) === found);
  const isKnownPhone = (found: string) => known.phones.has(found) || known.numbers.has(found);
  return [
    ...[...said.numbers].filter((found) => !known.numbers.has(found)),
    ...[...said.phones].filter((found) => !isKnownPhone(found)),
    ...[...said.links].filter((found) => !isKnownLink(found)),
    ...[...said.contacts].filter((found) => !known.contacts.has(found)),
  ];
}

function readFigures(text: string): Figures {
  const figures: Figures = { numbers: new Set(), phones: new Set(), links: new Set(), contacts: new Set() };
  const take = (source: string, pattern: RegExp, keep: (found: string) => boolean): string =>
    source.replace(pattern, (found) => (keep(found) ? ' · ' : found));
  let rest = plainDigits(text.normalize('NFKC').replace(/[\u200b-\u200f\u2060\ufeff]/g, ''));
  if (rest.includes('@')) rest = take(rest, email, (found) => !!figures.contacts.add(found.toLowerCase()));
  if (partOfLink.test(rest)) rest = take(rest, link, (found) => !!figures.links.add(normalizeLink(found)));
  if (rest.includes('@'))
    rest = take(rest, handle, (found) => !!figures.contacts.add(found.toLowerCase().replace(/(?<!\.)\.+$/, '')));
  rest = take(rest, phone, (found) => {
    const digits = found.replace(/\D/g, '');
    if (digits.length < MIN_PHONE_DIGITS || !looksLikePhone(found)) return false;
    figures.phones.add(digits.slice(-MIN_PHONE_DIGITS));
    return true;
  });
  for (const group of rest.match(digitGroup) ?? [])
    for (const name of normalizeNumbers(group)) figures.numbers.add(name);
  return figures;
}

/** Other scripts' digits count too; NFKC leaves them. */
function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 0) - zero < 9) zero -= 1;
    return String(((digit.codePointAt(0) ?? 0) - zero) % 10);
  });
}

/** A row of prices is no phone: a phone begins with a plus, 7, 8 or a bracket, or is one unbroken run. */
function looksLikePhone(found: string): boolean {
  return /^\+|^[78][\s(–-]|\(/.test(found) || /^\d{10,15}$/.test(found) || /^\d{2,4}-\d{2,4}-/.test(found);
}

function normalizeLink(found: string): string {
  const [host = '', ...path] = found
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/(?<![).,;:!?…\]}])[).,;:!?…\]}]+$/u, '')
    .replace(/(?<!\/)\/+$/, '')
    .split('/');
  return [host.toLowerCase(), ...path].join('/');
}

const hostOf = (named: string): string => named.split(/[/?#]/)[0] ?? '';

/** A group may be one number with thousands, a date, a time, a decimal or several numbers side by side. */
function normalizeNumbers(group: string): string[] {
  const trimmed = group.trim();
  if (
    /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/.test(trimmed) ||
    /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(trimmed) ||
    /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(trimmed)
  ) {
    const cents = /[.,](\d{1,2})$/.exec(trimmed)?.[1];
    const whole = (cents === undefined ? trimmed : trimmed.slice(0, -cents.length - 1)).replace(/\D/g, '');
    return [normalizeDecimal(whole, cents)];
  }
  const decimal = /^(\d+)[.,](\d+)$/.exec(trimmed);
  if (decimal) return [normalizeDecimal(decimal[1] ?? '', decimal[2])];
  const time = /^(\d{1,2}):(\d{2})$/.exec(trimmed);
  if (time) return [time[2] === '00' ? stripZeros(time[1] ?? '') : `${stripZeros(time[1] ?? '')}:${time[2]}`];
  const date = /^(\d{1,2})\.(\d{1,2})\.(\d{2,4})$/.exec(trimmed);
  if (date)
    return [
      date
        .slice(1)
        .map((part) => stripZeros(part ?? ''))
        .join('.'),
    ];
  if (/^\d+$/.test(trimmed)) return [stripZeros(trimmed)];
  const cut = trimmed.includes(' ') ? trimmed.split(/ +/) : trimmed.split(/[,.':’]/);
  return joinThousands(cut).flatMap((part) => normalizeNumbers(part));
}

/** «2 1 500» is 2 and 1500: groups of three belong to what stands before them. */
function joinThousands(parts: string[]): string[] {
  const joined: string[] = [];
  for (const part of parts.filter((found) => found !== '')) {
    const last = joined.at(-1);
    if (last !== undefined && /^\d{3}(?:[.,]\d{1,2})?$/.test(part) && /^\d{1,3}(?: \d{3})*$/.test(last))
      joined[joined.length - 1] = `${last} ${part}`;
    else joined.push(part);
  }
  return joined;
}

function normalizeDecimal(whole: string, fraction: string | undefined): string {
  const rest = (fraction ?? '').replace(/(?<!0)0+$/, '');
  return rest === '' ? stripZeros(whole) : `${stripZeros(whole)}.${rest}`;
}

const stripZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
