import type { PassagePlace } from '@otvet/contract';
import { sayRow } from '@otvet/contract/values';

const MIN_CHARACTERS = 4;

/** The words of a passage that an answer repeats: lines of it, or a part of one; all of it where none is repeated as it stands. */
export function findSaid(passage: string, said: string): string {
  const lines = passage.split('\n').map((line) => line.trim());
  const isSaid = (line: string) => said.includes(line) || waysToSay(line).some((way) => said.includes(way));
  const repeated = lines.filter((line) => line.length >= MIN_CHARACTERS && isSaid(line));
  if (repeated.length > 0) return repeated.join('\n');
  const parts = said
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_CHARACTERS && passage.includes(part));
  return parts.length > 0 ? parts.join('\n') : passage;
}

/** «Категория: Пироги; Название: С вишней; Цена: 520 ₽» is said as «Пироги: С вишней — цена: 520 ₽», below each of its sections. */
function waysToSay(line: string): string[] {
  const [first = '', ...rest] = line.split('; ');
  const ofSection = rest.length > 1 ? waysToSay(rest.join('; ')) : [];
  const section = first.slice(first.indexOf(': ') + 2);
  return [sayRow(line), ...ofSection.map((way) => (way.startsWith(`${section} `) ? way : `${section}: ${way}`))];
}

/** The rows in which those words of a passage stand, where it has several; its own place where that is not known. */
export function placeOfSaid({ text, place }: { text: string; place: PassagePlace }, shown: string): PassagePlace {
  const lines = text.split('\n');
  const { lineRows = [] } = place;
  if (lineRows.length !== lines.length) return place;
  const said = shown.split('\n');
  const rows = lineRows.filter((_row, at) => said.some((part) => lines[at]?.includes(part)));
  const [row, lastRow] = [rows.at(0), rows.at(-1)];
  return row === undefined ? place : { ...place, row, lastRow: row === lastRow ? undefined : lastRow };
}
