import { cellsOfRow, isFilled, sayRow } from './say-row.ts';

/** What a row belongs to, where the next column says what it is: «Категория: Пироги; Название: С вишней». */
const section =
  /^(?:(?:под)?(?:раздел|категори[яи]|группа)|направление|рубрика|вид|тип|(?:sub-?)?(?:section|category|group)|department|type|kind)(?!\p{L})/iu;
const item =
  /^(?:услуг[аи]|товары?|наименовани[ея]|названи[ея]|позици[яи]|блюд[ао]|процедур[аы]|работ[аы]|курсы?|программ[аы]|модел[ьи]|services?|items?|products?|names?|titles?|dish(?:es)?|treatments?|courses?|models?)(?!\p{L})/iu;

/** A word, not the code of an article. */
const word = /\p{L}{3,}/u;

/** How many columns of a table say where a row belongs before the one that says what it is. */
export function countSections(columns: readonly string[]): number {
  const count = columns.findIndex((column) => !section.test(column));
  return count > 0 && item.test(columns[count] ?? '') ? count : 0;
}

/** `sections`: where one row of a table belongs, the outermost first; `name`: what it is, its first cell that has a word. */
type NamedRow = { sections: string[]; name: string };

/** Undefined of anything but one row of a table, and of one without words. */
export function readNameOfRow(text: string): NamedRow | undefined {
  const cells = cellsOfRow(text) ?? [];
  const count = countSections(cells.map(({ name }) => name));
  const named = count > 0 ? cells.slice(0, count + 1).findLast(isFilled) : cells.find(({ value }) => word.test(value));
  if (named === undefined) return undefined;
  const sections = cells.slice(0, count).filter((cell) => isFilled(cell) && cell.value !== named.value);
  return { sections: sections.map(({ value }) => value), name: named.value };
}

/** What the row of a table is about, behind its section: «Пироги: С вишней». */
export function nameOfRow(text: string): string | undefined {
  const row = readNameOfRow(text);
  return row && [...row.sections, row.name].join(': ');
}

/** As `sayRow`, below the section that a row begins with: «Пироги: С вишней — цена: 520 ₽». */
export const sayRowOfSection = (text: string): string => text.split('\n').map(sayLine).join('\n');

function sayLine(line: string): string {
  const cells = cellsOfRow(line) ?? [];
  const count = countSections(cells.map(({ name }) => name));
  const row = count > 0 ? readNameOfRow(line) : undefined;
  if (row === undefined) return sayRow(line);
  const [, ...others] = line.split('; ').slice(count);
  const own = others.length > 0 ? sayRow([`${cells[count]?.name}: ${row.name}`, ...others].join('; ')) : row.name;
  return [...row.sections, own].join(': ');
}
