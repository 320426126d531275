import { cellsOfRow, isFilled } from './say-row.ts';

/** What is said to who asks the question of a row. */
const reply = /^(?:ответ|что (?:мы )?(?:говор|отвеча|сказать)|answer|reply|response)/i;
/** Two columns without names: a question and what belongs to it. */
const asked = /^[^:;]{1,300}\?:\s(.+)$/;
/** A semicolon within a cell, which ends none. */
export const HELD_TOGETHER = ';\u00a0';
const word = /\p{L}{3,}/u;

/**
 * Of one row of a sheet of questions and answers what is said to who asks: the cell whose column is named so, else the longest.
 * The question itself, and who or which number it is, are its owner's. Undefined of anything else.
 */
export function replyOfRow(text: string): string | undefined {
  const cells = cellsOfRow(text) ?? [];
  const question = cells.find(({ value }) => word.test(value));
  if (question === undefined) return asked.exec(text)?.[1];
  if (!isQuestion(question.value)) return undefined;
  const others = cells.filter((cell) => cell !== question && isFilled(cell));
  const [longest] = others.toSorted((left, right) => right.value.length - left.value.length);
  return (others.find(({ name }) => isReplyColumn(name)) ?? longest)?.value.replaceAll(HELD_TOGETHER, '; ');
}

/** Whether a cell asks something. */
export const isQuestion = (value: string): boolean => value.endsWith('?');

/** Whether a column is named as that of answers. */
export const isReplyColumn = (name: string): boolean => reply.test(name);
