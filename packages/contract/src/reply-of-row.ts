import { cellsOfRow, isFilled } from './say-row.ts';

/** What is said to who asks the question of a row. */
const reply = /^(?:ответ|что (?:мы )?(?:говор|отвеча|сказать)|answer|reply|response)/i;
/** Two columns without names: a question and what belongs to it. */
const asked = /^(?<question>[^:;]{1,300}\?):\s(?<reply>.+)$/;
/** A semicolon within a cell, which ends none. */
export const HELD_TOGETHER = ';\u00a0';
const word = /\p{L}{3,}/u;

/**
 * One row of a sheet of questions and answers. `reply`: what is said to who asks, the cell whose column is named so, else the
 * longest; the question itself, and who or which number it is, are its owner's. Undefined of anything else.
 */
export function pairOfRow(text: string): { question: string; reply: string } | undefined {
  const cells = cellsOfRow(text) ?? [];
  const question = cells.find(({ value }) => word.test(value));
  if (question === undefined) {
    const { question: name, reply: said } = asked.exec(text)?.groups ?? {};
    return name === undefined || said === undefined ? undefined : { question: name, reply: said };
  }
  if (!isQuestion(question.value)) return undefined;
  const others = cells.filter((cell) => cell !== question && isFilled(cell));
  const [longest] = others.toSorted((left, right) => right.value.length - left.value.length);
  const said = others.find(({ name }) => isReplyColumn(name)) ?? longest;
  return said && { question: question.value, reply: said.value.replaceAll(HELD_TOGETHER, '; ') };
}

/** The reply alone. */
export const replyOfRow = (text: string): string | undefined => pairOfRow(text)?.reply;

/** Whether a cell asks something. */
export const isQuestion = (value: string): boolean => value.endsWith('?');

/** Whether a column is named as that of answers. */
export const isReplyColumn = (name: string): boolean => reply.test(name);
