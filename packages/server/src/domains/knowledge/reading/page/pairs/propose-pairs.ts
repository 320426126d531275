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
/** Whoever has more answers to one question shows something else, such as the name of a column. */
const MAX_ANSWERS = 10;

type Folded = { pair: PagePair; letters: string };

function foldDoubles(pairs: readonly PagePair[]): PagePair[] {
  const kept = new Map<string, Folded[]>();
  for (const pair of pairs) {
    const key = lettersOf(pair.question);
    if (key === '') continue;
    const found = { pair, letters: lettersOf(pair.answer) };
    const former = kept.get(key) ?? [];
    const at = former.findIndex(({ letters }) => isSame(letters, found.letters));
    const same = former[at];
    const [first] = former;
    if (same !== undefined) former[at] = betterOf(same, found);
    else if (first === undefined) kept.set(key, [found]);
    // Under one question, so that the second answer is told as a repetition.
    else if (former.length < MAX_ANSWERS) former.push({ ...found, pair: { ...pair, question: first.pair.question } });
  }
  return [...kept.values()].flat().map(({ pair }) => pair);
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');

function isSame(one: string, other: string): boolean {
  if (one === '' || other === '') return true;
  const length = Math.min(one.length, other.length, SAME_BEGINNING);
  return one.slice(0, length) === other.slice(0, length);
}

/** The one that keeps its lines, else the one that says more. */
function betterOf(one: Folded, other: Folded): Folded {
  const isSure = one.pair.isSure || other.pair.isSure;
  const isOther = other.letters.length > one.letters.length * 1.1;
  const hasLines = other.pair.answer.includes('\n') && !one.pair.answer.includes('\n');
  const isLess = other.letters.length < one.letters.length * 0.9;
  const isBetter = isOther || (hasLines && !isLess);
  const { answer } = isBetter ? other.pair : one.pair;
  return { pair: { ...one.pair, answer, isSure }, letters: isBetter ? other.letters : one.letters };
}
