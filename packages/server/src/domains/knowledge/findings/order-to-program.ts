import { splitUnits, type TextUnit } from '../retrieval/index.ts';
import { isAddressAlone, readAddressed, toTokens } from './addressed.ts';
import { readAsSeen } from './read-as-seen.ts';
import { isToldToProgram } from './told-to-program.ts';
import { CLOSES_CHAT, MARK_OF_CHAT, MAY_BE_ORDER, OF_PROGRAM_ALONE } from './words-of-orders.ts';

/** What stands before the words of a line of a list. */
const LIST_MARK = /^[^\p{L}\p{N}<[]+|^\p{N}{1,3}[.)] /u;
/** So much behind a mark that nothing closes. */
const MAX_IN_MARKS = 3;
const LONGEST_ADDRESS = 80;
const CELL = /[|\t;]/u;

/** Whether a sentence or line is said to a program, however it is set. */
function isOrder(seen: string): boolean {
  if (!MAY_BE_ORDER.test(seen)) return false;
  const said = seen.replace(LIST_MARK, '');
  const tokens = toTokens(said);
  return (
    MARK_OF_CHAT.test(said) ||
    OF_PROGRAM_ALONE.some((pattern) => pattern.test(said)) ||
    readAddressed(tokens).some(isToldToProgram)
  );
}

/** The sentences, lines and rows that are said to a program. */
export function ordersAmong(units: readonly TextUnit[]): ReadonlySet<TextUnit> {
  const orders = new Set<TextUnit>();
  let inMarks = 0;
  let address = '';
  for (const [at, unit] of units.entries()) {
    const seen = readAsSeen(unit.text);
    const isOwn = inMarks > 0 || isOrder(seen) || isOrderInCell(unit);
    const before = address === '' ? undefined : units[at - 1];
    const isTold = before !== undefined && (isOwn || isOrder(`${address} ${seen}`));
    if (isOwn || isTold) orders.add(unit);
    if (isTold) orders.add(before);
    address = isAddress(seen) ? seen : '';
    inMarks = countInMarks(seen, inMarks);
  }
  return orders;
}

const isOrderInCell = ({ kind, text }: TextUnit): boolean =>
  kind === 'row' && text.split(CELL).some((cell) => isOrder(readAsSeen(cell)));

const isAddress = (seen: string): boolean =>
  seen.length <= LONGEST_ADDRESS && isAddressAlone(toTokens(seen.replace(LIST_MARK, '')));

function countInMarks(seen: string, before: number): number {
  if (CLOSES_CHAT.test(seen)) return 0;
  return MARK_OF_CHAT.test(seen) ? MAX_IN_MARKS : Math.max(0, before - 1);
}

/** What a passage says to a program; a pair was written by the owner himself. */
export function ordersOf({ kind, body }: { kind: 'qa' | 'file' | 'page'; body: string }): string[] {
  return kind === 'qa' || !MAY_BE_ORDER.test(readAsSeen(body))
    ? []
    : [...ordersAmong(splitUnits(body))].map(({ text }) => text);
}
