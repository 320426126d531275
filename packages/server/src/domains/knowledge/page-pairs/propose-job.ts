import { cleanText } from '@otvet/contract/clean-text';
import type { DocumentRefusal } from '../reading/document.ts';
import { type PagePair, proposePairs } from '../reading/page/pairs/propose-pairs.ts';
import { cutShort } from '../reading/passages/cut-short.ts';
import { declaredCharset } from '../reading/read-job.ts';
import { readingLimits } from '../reading/reading-limits.ts';
import { recogniseFormat } from '../reading/recognise-format.ts';
import { DocumentRefusedError } from '../reading/refuse-document.ts';
import { decodeText } from '../reading/text/decode-text.ts';

export type ProposeTask = { name: string; charset?: string | undefined; maxPairs: number; maxCharacters: number };
export type ProposeResult =
  | { kind: 'read'; title: string | null; pairs: PagePair[]; isCut: boolean }
  | { kind: 'refused'; reason: DocumentRefusal };

/** Runs in the confined process: the questions and answers of a page, as many as may be proposed at once. */
export async function run(bytes: Buffer, task: ProposeTask): Promise<ProposeResult> {
  try {
    const recognised = recogniseFormat(bytes, task.name);
    if (recognised.kind === 'refused') return recognised;
    if (recognised.format !== 'html') return { kind: 'refused', reason: 'wrong_type' };
    const { text } = decodeText(bytes, task.charset ?? declaredCharset(bytes));
    const { title, pairs } = proposePairs(text);
    const clean = pairs.map((pair) => ({
      ...pair,
      question: cleanText(pair.question),
      answer: cleanText(pair.answer),
    }));
    const kept = keepWithin(clean, task);
    const name = title === null ? null : cutShort(cleanText(title), readingLimits.titleCharacters);
    return { kind: 'read', title: name, pairs: kept, isCut: kept.length < clean.length };
  } catch (error) {
    if (error instanceof DocumentRefusedError) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

function keepWithin(pairs: PagePair[], { maxPairs, maxCharacters }: ProposeTask): PagePair[] {
  let left = maxCharacters;
  const end = pairs.findIndex(({ question, answer }, at) => {
    left -= question.length + answer.length;
    return at >= maxPairs || left < 0;
  });
  return end === -1 ? pairs : pairs.slice(0, end);
}
