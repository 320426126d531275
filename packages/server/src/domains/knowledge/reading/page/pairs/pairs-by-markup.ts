import { foldSpaces } from '../page-blocks.ts';
import type { PageDocument, PageElement } from '../page-nodes.ts';
import { answerIn } from './answer-text.ts';

/** `isMarked`: the page says itself that it is a question. */
export type MarkedPair = { question: string; answer: string; isMarked: boolean };

const QUESTION_CLASS =
  /question|accordion[-_]{0,3}(?:title|header|heading|head|button|toggle|trigger|label|summary)|faq[-_]{0,3}(?:title|head|name|q(?![a-z]))|spoiler[-_]{0,3}(?:title|head)|collapse[-_]{0,3}(?:title|head)/i;
const ANSWER_CLASS = /answer|content|body|panel|collapse|text|desc|hidden|drop/i;
const IN_FRAME = 'nav,footer,[role="navigation"],[role="tablist"]';
const MAX_QUESTION = 500;

/**
 * Pairs that the page marks: microdata of https://schema.org/Question (read 2026-11-25), panels that open, lists of terms.
 * Takes what it found out of the tree.
 */
export function takeMarkedPairs(document: PageDocument): MarkedPair[] {
  return [
    ...takeMicrodata(document),
    ...takeControlled(document),
    ...takeDetails(document),
    ...takeClasses(document),
    ...takeTerms(document),
  ];
}

function takeMicrodata(document: PageDocument): MarkedPair[] {
  return [...document.querySelectorAll('[itemtype$="schema.org/Question"]')].flatMap((element) => {
    const name = element.querySelector('[itemprop="name"]');
    const answer =
      element.querySelector('[itemprop="acceptedAnswer"] [itemprop="text"]') ??
      element.querySelector('[itemprop="acceptedAnswer"]') ??
      element.querySelector('[itemprop="suggestedAnswer"] [itemprop="text"]');
    const pair = name === null || answer === null ? [] : readPair({ name, answer, isMarked: true });
    element.remove();
    return pair;
  });
}

/** What opens a part of the page that it names. Tabs are no questions. */
function takeControlled(document: PageDocument): MarkedPair[] {
  // Names of parts may be anything: they are compared, never put into a selector.
  const named = new Map([...document.querySelectorAll('[id]')].map((element) => [element.id, element]));
  const controls = [...document.querySelectorAll('[aria-controls],[data-bs-target],[data-target]')];
  return controls.flatMap((name) => {
    if (name.getAttribute('role') === 'tab' || name.closest(IN_FRAME) !== null) return [];
    const id = ['aria-controls', 'data-bs-target', 'data-target']
      .map((key) => name.getAttribute(key) ?? '')
      .find(Boolean);
    const answer = named.get((id ?? '').replace(/^#/, ''));
    if (answer === undefined || answer.contains(name)) return [];
    return takeBoth({ name, answer, isMarked: false });
  });
}

function takeDetails(document: PageDocument): MarkedPair[] {
  const all = [...document.querySelectorAll('details')];
  // The inner ones first: what is left of the outer one is its own.
  return all
    .toReversed()
    .flatMap((element) => {
      const name = element.querySelector('summary');
      if (name === null || element.closest(IN_FRAME) !== null) return [];
      name.remove();
      const pair = readPair({ name, answer: element, isMarked: false });
      element.remove();
      return pair;
    })
    .toReversed();
}

function takeClasses(document: PageDocument): MarkedPair[] {
  return [...document.querySelectorAll('[class]')].flatMap((name) => {
    if (!QUESTION_CLASS.test(name.className) || name.closest(IN_FRAME) !== null) return [];
    const answer = name.nextElementSibling;
    if (answer === null || QUESTION_CLASS.test(answer.className) || !ANSWER_CLASS.test(answer.className)) return [];
    return takeBoth({ name, answer, isMarked: false });
  });
}

function takeTerms(document: PageDocument): MarkedPair[] {
  return [...document.querySelectorAll('dl')].flatMap((list) => {
    if (list.closest(IN_FRAME) !== null) return [];
    const pairs: MarkedPair[] = [];
    for (const name of [...list.querySelectorAll('dt')]) {
      const answer = name.nextElementSibling;
      if (answer !== null && /^dd$/i.test(answer.tagName)) pairs.push(...readPair({ name, answer, isMarked: false }));
    }
    list.remove();
    return pairs;
  });
}

type Found = { name: PageElement; answer: PageElement; isMarked: boolean };

function takeBoth(found: Found): MarkedPair[] {
  const pair = readPair(found);
  if (pair.length === 0) return [];
  found.name.remove();
  found.answer.remove();
  return pair;
}

function readPair({ name, answer, isMarked }: Found): MarkedPair[] {
  const question = foldSpaces(name.textContent);
  if (question === '' || question.length > MAX_QUESTION) return [];
  return [{ question, answer: answerIn(answer), isMarked }];
}
