import type { DocumentBlock } from '../document.ts';
import { MONEY } from './find-rows.ts';

/** Lines of about this length were broken by a program, not by whoever wrote them. */
export const BROKEN_LINE = 45;
const MAX_NAME_CHARACTERS = 60;
const MAX_NAME_WORDS = 5;
const MAX_ROW_CHARACTERS = 120;
/** Of a sum and what is said of it. */
const MAX_AFTER_SUM = 40;
/** «500 руб. за час.» */
const MAX_SUM = 20;
/** A name of rows. */
const NAME_LEVEL = 3;
/** A name of some rows, below that of all of them. */
const GROUP_LEVEL = 4;

const BEGINS = /^["«“„'(]?\p{Lu}/u;
const BEGINS_SMALL = /^\p{Ll}/u;
const MARK = /^(?:[•●▪◦‣∙○■□–—*+-]\s|\(?\d{1,2}[.)]\s)/;
const BULLET = /^[•●▪◦‣∙○■□–—*+-]\s/;
const SENTENCE_END = /[.!?…]["»”]?$/;
/** What no line ends with: the next one goes on with it. */
const GOES_ON =
  /[\p{L}]-$|[,(—–]$|(?:^|\s)(?:и|или|а|но|в|во|на|с|со|к|у|о|об|от|до|по|для|из|за|при|без|под|над|the|a|an|and|or|of|in|on|at|to|for|with|from|by)$/iu;

/** Letters, and signs that stand within a name. */
const NAME = /^["«“„'(]?\p{Lu}[\p{L}\p{M}\p{N}\s'’&+/«»“”„"()№-]*:?$/u;
const CURRENCY_BEHIND = /(?:,\s?|\s?\()(?:в\s)?(?:\p{Sc}|руб\p{L}{0,4}\.?|р\.?|тг\.?|тенге|eur|usd|rub)\)?(?=:?$)/iu;
/** Words of a sentence, and those of a greeting. */
const CLAUSE =
  /(?:^|\s)(?:мы|я|вы|он|она|они|это|у нас|можно|нужно|надо|есть|нет|не|если|указан\p{L}*|действительн\p{L}*|действу\p{L}*|завис\p{L}*|входит|входят|добрый|здравствуйте|привет|спасибо|we|i|you|they|it|is|are|was|can|will|have|has|do|may|not|if|hello|hi|thanks|\p{L}{2,}(?:аем|яем|уем|еем|ется|ются|ится|ятся|ает|яет|ают|яют|йте))(?=[\s:]|$)/iu;
/** A row of a price list without a sum. */
const WITHOUT_SUM =
  /(?:^|[\s—–:-])(?:бесплатн\p{L}*|договорн\p{L}*|по договор[её]нности|по запросу|в подарок|включен\p{L}*|free|included|on request|negotiable)\)?[.;,]?$/iu;
const ADDRESS =
  /(?:^|\s)(?:ул|улица|пр-т|пр-кт|проспект|пер|переулок|шоссе|бульвар|площадь|наб|набережная|дом|корпус|офис|кв|street|st|avenue|ave|road|rd|lane|suite)(?=[\s:]|$)|\s\p{N}{1,4}\s?[а-яa-z]?$/iu;

/** What price lists are called. */
const PRICES =
  /^(?:(?:наши|наш|our|the|актуальные|текущие)\s)?(?:цены|цена|прайс|прайс-?\s?лист|прейскурант|стоимость|расценки|тарифы|услуги|меню|prices?|price-?\s?list|pricing|rates|services|menu|fees|tariffs)(?=[\s:]|$)/iu;
/** What comes below a price list under a name of its own. */
const OTHER_PARTS =
  /^(?:(?:наши|наш|our)\s)?(?:контакты|адрес|адреса|телефоны?|(?:режим|график|часы|время) работы|(?:способы\s)?оплат[аы]|доставка|гаранти[яи]|возврат|акции|скидки|о нас|о компании|contacts?|contact us|address|(?:opening |working |business )?hours|payment|delivery|about us|discounts):?$/iu;

/** A sum behind what sets it apart from the name before it. */
const SET_APART =
  /(?:(?<!\p{N}\s?)\s?[—–]\s?|\s-{1,2}\s|:\s|\s?=\s?|\t| {2}|\.{3}\s?|…\s?|_{3}\s?|-{3}\s?|\s?[→➔➜➡]\s?)(?:(?:от|до|по|from|up to)\s)?[~≈+]?\p{Sc}?\s?(?=\p{N})/iu;
const ENDS_WITH_SUM =
  /(?:\p{N}\s?(?:\p{Sc}|руб\p{L}{0,3}\.?|р\.?|тыс\.?|тг\.?|тенге|eur|usd|rub|dollars|euros|pounds|roubles|rubles)|\p{Sc}\s?\p{N}[\p{N}.,]*)(?:\s?\/\s?\p{L}[\p{L}\p{N}\s.]{0,15}|\sза\s[\p{L}\p{N}\s.]{1,15}|\s?\([^()]{1,40}\))?[;,]?$/iu;
const LABEL = /\p{L}[\p{L}\p{N}]/u;
/** Only where the name above says that these are prices. */
const ENDS_WITH_FIGURE = /^\p{L}[^.!?]*\s\p{N}[\p{N}\s]*$/u;
const LETTERS = /\p{L}{3}/u;
const BARE_SUM =
  /^(?:от|до|по|всего|цена|стоимость|from|up to|only|price|\P{L})*(?:(?:руб\p{L}{0,4}|р|тыс|тг|тенге|eur|usd|rub)(?!\p{L})|$)/iu;
const ABBREVIATION_END = /(?:руб|р|тыс|тг|шт|час|мин|сут|ч)\.$/iu;

/**
 * The level of the heading that a line is, where it is the name of the rows below it: those of a price list, of hours or of
 * phones. Whoever writes such a text leaves no empty line between them.
 */
export function findNames(lines: readonly string[]): (number | undefined)[] {
  const levels: (number | undefined)[] = lines.map(() => undefined);
  if (lines.length < 2) return levels;
  const isRow = lines.map(isRowOfList);
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const parts = { lines, isRow, at };
    if (isRow[at] || !isFree(parts)) continue;
    levels[at] = levels[at + 1] === undefined ? levelByRows(parts) : levelAbove(parts);
  }
  return levels;
}

/** Whether a line is what a price list is called, with a colon behind it or without. */
export function isNameOfPrices(line: string): boolean {
  return PRICES.test(line) && isNameShaped(line, MAX_NAME_WORDS + 1);
}

/** A heading says what is below it without a colon. */
export function nameOf(line: string): string {
  return line.endsWith(':') ? line.slice(0, -1).trimEnd() : line;
}

/** Rows with empty lines between them look like headings, and have nothing below. */
export function keepRows(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const isRow = blocks.map((block) => block.kind === 'heading' && MONEY.test(block.text) && isRowOfList(block.text));
  return blocks.map((block, at) => {
    if (block.kind !== 'heading' || !isRow[at]) return block;
    const holdsText = (blocks[at + 1]?.kind ?? 'heading') !== 'heading' && !isRow[at - 1];
    return holdsText ? block : { kind: 'paragraph', text: block.text, place: block.place };
  });
}

type Line = { lines: readonly string[]; isRow: readonly boolean[]; at: number };

function isNameShaped(line: string, words = MAX_NAME_WORDS): boolean {
  if (line.length > MAX_NAME_CHARACTERS) return false;
  const name = line.replace(CURRENCY_BEHIND, '');
  if (name.split(/\s+/).length > words) return false;
  const shown = PRICES.test(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  if (!NAME.test(shown) || MONEY.test(name) || WITHOUT_SUM.test(name) || CLAUSE.test(name)) return false;
  return PRICES.test(name) || !ADDRESS.test(name);
}

function isOtherPart({ lines, at }: Line): boolean {
  const below = lines[at + 1] ?? '';
  return OTHER_PARTS.test(lines[at] ?? '') && !BARE_SUM.test(below) && !OTHER_PARTS.test(below);
}

/** Whether what stands above has ended, so that a name may begin. */
function isFree({ lines, isRow, at }: Line): boolean {
  const line = lines[at] ?? '';
  const above = lines[at - 1];
  if (above === undefined || SENTENCE_END.test(above)) return true;
  if (GOES_ON.test(above)) return false;
  const isKnown = PRICES.test(line) || OTHER_PARTS.test(line);
  if (isRow[at - 1]) return isKnown || line.endsWith(':') || isNamedRun({ lines, isRow, at });
  if (above.endsWith(':') || isNameShaped(above)) return true;
  return (isKnown || BULLET.test(above)) && above.length < BROKEN_LINE;
}

/** Whether two rows or more stand above, with a name of their own: else the line may be a row whose sum is left out. */
function isNamedRun({ lines, isRow, at }: Line): boolean {
  let first = at;
  while (first > 0 && isRow[first - 1]) first -= 1;
  return at - first > 1 && isNameShaped(lines[first - 1] ?? '');
}

function levelByRows(parts: Line): number | undefined {
  const { lines, isRow, at } = parts;
  const line = lines[at] ?? '';
  const [next = '', second = ''] = lines.slice(at + 1, at + 3);
  if (isNameOfPrices(line)) {
    const holdsRows =
      isRow[at + 1] || BULLET.test(next) || (ENDS_WITH_FIGURE.test(next) && ENDS_WITH_FIGURE.test(second));
    return holdsRows ? NAME_LEVEL : undefined;
  }
  if (isOtherPart(parts) && at > 0) return NAME_LEVEL;
  if (!isNameShaped(line)) return undefined;
  if (isRow[at + 1] && isRow[at + 2]) return BEGINS_SMALL.test(next) && BEGINS.test(second) ? undefined : GROUP_LEVEL;
  const isNameOfItems = !line.endsWith(':') && line.split(' ').length < 3 && BULLET.test(next) && BULLET.test(second);
  return isNameOfItems ? GROUP_LEVEL : undefined;
}

/** Of a line right above a name: «Цены» above «Мойка» and its rows. */
function levelAbove({ lines, at }: Line): number | undefined {
  return isNameShaped(lines[at] ?? '') ? NAME_LEVEL : undefined;
}

/** Whether a line is a name with its sum, as in a price list: «Мойка — 500 ₽», «Мойка ..... 500». */
export function isRowOfList(line: string): boolean {
  if (line.length > MAX_ROW_CHARACTERS) return false;
  const bare = line.replace(MARK, '');
  if (BARE_SUM.test(bare)) return false;
  if (bare.endsWith('.') && !ABBREVIATION_END.test(bare) && !MONEY.test(bare.slice(-MAX_SUM))) return false;
  const apart = SET_APART.exec(bare);
  if (apart !== null && LABEL.test(bare.slice(0, apart.index))) {
    const sum = bare.slice(apart.index + apart[0].length);
    if (sum.length < MAX_AFTER_SUM || MONEY.test(sum)) return true;
  }
  if (bare.endsWith('.') && !ABBREVIATION_END.test(bare)) return false;
  return (LETTERS.test(bare) && ENDS_WITH_SUM.test(bare)) || WITHOUT_SUM.test(bare);
}
