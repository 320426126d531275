import { MONEY } from '../text/find-rows.ts';
import { isFigure, MAX_NAME_CHARACTERS } from './column-names.ts';
import { countFilled, follows, type Row } from './table-rows.ts';

const PRICE_NAME = /цен|стоимост|тариф|руб|price|cost|fee|\p{Sc}/iu;
/** What such a column says is said of its own row alone. */
const OF_ONE_ROW =
  /^(?:№|#|номер|артикул|арт|код|sku|id|code|акция|хит|новинка|метка|скидка|статус|наличие|примечани[ея]|комментари[ий]|notes?|comments?|status|discount|label)(?!\p{L})/iu;
const SUM = /^(?:итого|всего|сумма|total|subtotal|sum)(?!\p{L})/iu;

/**
 * Rows of a price list below a name, whose own name is left empty, are of the same product: each says its name. Not behind an
 * empty row, a heading, a sum or a row that is left out.
 */
export function fillNames(rows: Row[], names: string[] | null): Row[] {
  const column = nameColumn(rows, names);
  if (column === undefined) return rows;
  const isPrice = priceColumns(rows, names);
  let above: Row | undefined;
  return rows.map((row, at) => {
    if (row.isBehindGap || !follows(row.place, rows[at - 1]?.place ?? row.place)) above = undefined;
    const name = row.cells[column] ?? '';
    const isPriced = row.cells.some((cell, of) => cell !== '' && isPrice[of]);
    if (name === '' && above !== undefined && isPriced && isOfSame(row, above))
      return { ...row, cells: row.cells.with(column, above.cells[column] ?? '') };
    const isName = name !== '' && name.length <= MAX_NAME_CHARACTERS * 2 && !name.endsWith('?');
    above = isName && countFilled(row) > 1 ? row : undefined;
    return row;
  });
}

/** The first that holds words, behind numbers and marks. */
function nameColumn(rows: Row[], names: string[] | null): number | undefined {
  const width = rows[0]?.cells.length ?? 0;
  for (let column = 0; column < width; column += 1) {
    if (OF_ONE_ROW.test(names?.[column] ?? '')) continue;
    const filled = filledIn(rows, column);
    const words = filled.filter((cell) => /\p{L}/u.test(cell) && !isFigure(cell));
    if (words.length * 2 > filled.length) return column;
  }
  return undefined;
}

function priceColumns(rows: Row[], names: string[] | null): boolean[] {
  return (rows[0]?.cells ?? []).map((_, column) => {
    const name = names?.[column] ?? '';
    // Prices by amount stand below "100 шт".
    if (PRICE_NAME.test(name) || isFigure(name)) return true;
    const filled = filledIn(rows, column);
    return filled.filter((cell) => MONEY.test(cell)).length * 2 > filled.length;
  });
}

function filledIn(rows: Row[], column: number): string[] {
  return rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
}

function isOfSame(row: Row, above: Row): boolean {
  const said = countFilled(row);
  return said > 1 && said * 2 >= countFilled(above) - 1 && !row.cells.some((cell) => SUM.test(cell));
}
