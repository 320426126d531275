/** "Цена, ₽": what is behind the comma is what the numbers below are counted in. */
const counted = /^(.+),\s*([^\s,]{1,8})$/;
const named = /^([^:;]{1,80}):\s(.+)$/;
const number = /^[\d\s.,–-]+$/;
/** A name that begins like a sentence; an abbreviation, a size and a code («НДС», «L», «R15») keep their letters. */
const startsSentence = /^\p{Lu}[^\p{Lu}\p{N}]/u;

/** A cell that was left empty. */
const nothing = /^[\s–—―−-]*$/;

export type Cell = { name: string; value: string };

/**
 * The row of a table as one would say it: "Услуга: Сборка; Цена, ₽: 500" → "Сборка — цена: 500 ₽". Anything else stays as it
 * is, line by line.
 */
export function sayRow(text: string): string {
  return text.split('\n').map(sayLine).join('\n');
}

/** The cells of one row of a table with the names of their columns. Undefined of anything else, and of several rows. */
export function cellsOfRow(text: string): Cell[] | undefined {
  const cells = text.includes('\n') ? [] : text.split('; ').map(readCell);
  const filled = cells.flatMap((cell) => cell ?? []);
  return filled.length < 2 || filled.length < cells.length ? undefined : filled;
}

/** Whether a cell says something. */
export const isFilled = ({ value }: Cell): boolean => !nothing.test(value);

function sayLine(line: string): string {
  const cells = line.split('; ').map(readCell);
  const [subject, ...facts] = cells;
  if (subject === undefined || facts.length === 0 || facts.includes(undefined)) return line;
  const said = facts.flatMap((fact) => (fact === undefined || !isFilled(fact) ? [] : [sayFact(fact)]));
  return said.length === 0 ? subject.value : `${subject.value} — ${said.join(', ')}`;
}

function readCell(text: string): Cell | undefined {
  const [, name, value] = named.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

function sayFact({ name, value }: Cell): string {
  const [, plain, unit] = number.test(value) ? (counted.exec(name) ?? []) : [];
  const said = plain ?? name;
  const begun = startsSentence.test(said) ? said.charAt(0).toLowerCase() + said.slice(1) : said;
  return unit === undefined ? `${begun}: ${value}` : `${begun}: ${value} ${unit}`;
}
