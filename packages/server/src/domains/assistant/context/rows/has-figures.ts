import { readRow } from './list-rows.ts';

const DIGITS = /^\p{N}+$/u;
/** Their figures are no prices. */
const NO_PRICE =
  /^(?:возраст|мест|площад|вес|высот|длин|ширин|размер|код|артикул|телефон|минут|час|залог|age|size|weight|height|length|width|code|phone|minut|hour|deposit)/u;

/** «Мотобур; Сутки: 1100»: a price list may leave out the currency. */
export function hasFigures(line: string): boolean {
  const cells = readRow(line)?.cells.slice(1) ?? [];
  return cells.some(({ column, said }) => {
    const isFigure = said.every((stem) => DIGITS.test(stem)) && said.join('').length > 1;
    return isFigure && !column.some((stem) => NO_PRICE.test(stem));
  });
}
