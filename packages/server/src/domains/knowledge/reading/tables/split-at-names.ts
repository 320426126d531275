import { countFilled, type Row } from './table-rows.ts';

type Part = { names: Row[]; body: Row[] };

/** Parts of a table in which the names of its columns are said again, each with its own: such a row is no row of values. */
export function splitAtNames(header: Row[], rows: Row[]): Part[] {
  const [only, ...others] = header;
  const parts: Part[] = [{ names: header, body: [] }];
  for (const row of rows) {
    const open = parts.at(-1);
    if (only === undefined || others.length > 0 || !areNames(row, only)) open?.body.push(row);
    else parts.push({ names: [row], body: takeHeading(open?.body ?? [], row) });
  }
  return parts.filter(({ body }) => body.length > 0);
}

/** The first cell may be the name of the part. */
function areNames(row: Row, names: Row): boolean {
  const isSame = (column: number) => row.cells[column] === names.cells[column];
  const others = names.cells.flatMap((cell, column) => (column > 0 && cell !== '' ? [column] : []));
  return others.every(isSame) && (isSame(0) || (others.length > 1 && row.cells[0] !== ''));
}

/** The heading of a part, which stands above its names, goes on with its rows: it is said in the place of the names. */
function takeHeading(above: Row[], { place }: Row): Row[] {
  const last = above.at(-1);
  if (last === undefined || countFilled(last) > 1) return [];
  above.pop();
  return [{ ...last, place }];
}
