import { cleanPage, dropFrame } from '../clean-page.ts';
import { readDeclaredPairs } from '../declared-pairs.ts';
import { readBlocks } from '../page-blocks.ts';
import { parsePage } from '../page-nodes.ts';
import { declaredTitle } from '../read-page.ts';
import { isQuestion, tidyQuestion } from './is-question.ts';
import { takeMarkedPairs } from './pairs-by-markup.ts';
import { findWrittenPairs } from './pairs-by-text.ts';

/** `isSure`: it asks something, or the page itself says that it is a question. */
export type PagePair = { question: string; answer: string; isSure: boolean };

/** The questions and answers of a page: what it declares for search engines, what it marks, and what reads like questions. */
export function proposePairs(html: string): { title: string | null; pairs: PagePair[] } {
  const document = parsePage(html);
  const title = declaredTitle(document);
  const declared = readDeclaredPairs(document).map((pair) => ({ ...pair, isMarked: true }));
  const marked = [...declared, ...takeMarkedPairs(document)].map(({ question, answer, isMarked }): PagePair => {
    const tidy = tidyQuestion(question);
    return { question: tidy, answer, isSure: isMarked || isQuestion(tidy) };
  });
  cleanPage(document);
  dropFrame(document);
  // What a page hides under a name without any text is no pair; a question without an answer is shown as one.
  const named = marked.filter(({ answer, isSure }) => isSure || answer !== '');
  return { title, pairs: foldDoubles([...named, ...findWrittenPairs(readBlocks(document.body))]) };
}

/** Two answers are one where one begins like the other: declared ones are shortened, and stand without their lines. */
const SAME_BEGINNING = 60;

function foldDoubles(pairs: readonly PagePair[]): PagePair[] {
  const kept = new Map<string, PagePair[]>();
  for (const pair of pairs) {
    const key = lettersOf(pair.question);
    if (key === '') continue;
    const former = kept.get(key) ?? [];
    const at = former.findIndex(({ answer }) => isSame(answer, pair.answer));
    const same = former[at];
    if (same === undefined) {
      const [first] = former;
      // Under one question, so that the second answer is told as a repetition.
      kept.set(key, [...former, first === undefined ? pair : { ...pair, question: first.question }]);
    } else former[at] = betterOf(same, pair);
  }
  return [...kept.values()].flat();
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');

function isSame(left: string, right: string): boolean {
  const [one, other] = [lettersOf(left), lettersOf(right)];
  if (one === '' || other === '') return true;
  const length = Math.min(one.length, other.length, SAME_BEGINNING);
  return one.slice(0, length) === other.slice(0, length);
}

/** The one that keeps its lines, else the one that says more. */
function betterOf(one: PagePair, other: PagePair): PagePair {
  const isSure = one.isSure || other.isSure;
  const isOther = lettersOf(other.answer).length > lettersOf(one.answer).length * 1.1;
  const hasLines = other.answer.includes('\n') && !one.answer.includes('\n');
  const isLess = lettersOf(other.answer).length < lettersOf(one.answer).length * 0.9;
  return { ...(isOther || (hasLines && !isLess) ? { ...one, answer: other.answer } : one), isSure };
}
