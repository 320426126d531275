import type { DocumentBlock } from '../../document.ts';
import { writeAnswer } from './answer-text.ts';
import { isQuestion, tidyQuestion } from './is-question.ts';

export type WrittenPair = { question: string; answer: string; isSure: boolean };

const MAX_PARAGRAPH = 250;
/** So many paragraphs that ask are a list of questions; a few may be the manner of the author. */
const SURE_FROM = 3;

type Asking = { at: number; level: number; question: string; isHeading: boolean };

/** Questions that stand as headings or paragraphs of their own, each with the text up to the next one or to a heading of its rank. */
export function findWrittenPairs(blocks: readonly DocumentBlock[]): WrittenPair[] {
  const asking = blocks.flatMap((block, at) => readAsking(block, at));
  const paragraphs = asking.filter(({ isHeading }) => !isHeading).length;
  return asking.map((asked, index) => {
    const next = asking[index + 1]?.at ?? blocks.length;
    const end = blocks.findIndex(
      (block, at) => at > asked.at && at < next && block.kind === 'heading' && block.level <= asked.level,
    );
    const answer = writeAnswer(blocks.slice(asked.at + 1, end === -1 ? next : end));
    return { question: asked.question, answer, isSure: asked.isHeading || paragraphs >= SURE_FROM };
  });
}

/** Paragraphs rank below all headings: one ends the answer of the last of them. */
const OF_A_PARAGRAPH = 99;

function readAsking(block: DocumentBlock, at: number): Asking[] {
  if (block.kind !== 'heading' && block.kind !== 'paragraph') return [];
  const question = tidyQuestion(block.text);
  if (block.kind === 'heading')
    return isQuestion(question) ? [{ at, level: block.level, question, isHeading: true }] : [];
  const isAsking = block.text.length <= MAX_PARAGRAPH && !block.text.includes('\n') && question.endsWith('?');
  return isAsking ? [{ at, level: OF_A_PARAGRAPH, question, isHeading: false }] : [];
}
