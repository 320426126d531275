import { createNearest } from '../nearest.ts';
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
  const all = [...document.querySelectorAll('[itemtype$="schema.org/Question"]')];
  return innerFirst(all, (element) => {
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
  const frameAround = createNearest(isFrame);
  const controls = [...document.querySelectorAll('[aria-controls],[data-bs-target],[data-target]')];
  const found = controls.flatMap((name): Found[] => {
    if (name.getAttribute('role') === 'tab' || frameAround(name) !== undefined) return [];
    const id = ['aria-controls', 'data-bs-target', 'data-target']
      .map((key) => name.getAttribute(key) ?? '')
      .find(Boolean);
    const answer = named.get((id ?? '').replace(/^#/, ''));
    if (answer === undefined || answer.contains(name)) return [];
    return [{ name, answer, isMarked: false }];
  });
  return takeAll(found, [...named.values()]);
}

function takeDetails(document: PageDocument): MarkedPair[] {
  const frameAround = createNearest(isFrame);
  const names = byNearest(document.querySelectorAll('summary'), /^details$/i);
  return innerFirst([...document.querySelectorAll('details')], (element) => {
    const name = names.get(element)?.[0];
    if (name === undefined || frameAround(element) !== undefined) return [];
    name.remove();
    const pair = readPair({ name, answer: element, isMarked: false });
    element.remove();
    return pair;
  });
}

function takeClasses(document: PageDocument): MarkedPair[] {
  const frameAround = createNearest(isFrame);
  const found = [...document.querySelectorAll('[class]')].flatMap((name): Found[] => {
    if (!QUESTION_CLASS.test(name.className) || frameAround(name) !== undefined) return [];
    const answer = name.nextElementSibling;
    if (answer === null || QUESTION_CLASS.test(answer.className) || !ANSWER_CLASS.test(answer.className)) return [];
    return [{ name, answer, isMarked: false }];
  });
  return takeAll(
    found,
    found.map(({ answer }) => answer),
  );
}

function takeTerms(document: PageDocument): MarkedPair[] {
  const frameAround = createNearest(isFrame);
  const names = byNearest(document.querySelectorAll('dt'), /^dl$/i);
  return innerFirst([...document.querySelectorAll('dl')], (list) => {
    if (frameAround(list) !== undefined) return [];
    const pairs: MarkedPair[] = [];
    for (const name of names.get(list) ?? []) {
      const answer = name.nextElementSibling;
      if (answer !== null && /^dd$/i.test(answer.tagName)) pairs.push(...readPair({ name, answer, isMarked: false }));
    }
    list.remove();
    return pairs;
  });
}

const isFrame = (element: PageElement) => element.matches(IN_FRAME);

/** Elements by the nearest one around them that is called so. */
function byNearest(elements: Iterable<PageElement>, tag: RegExp): Map<PageElement | undefined, PageElement[]> {
  const around = createNearest(({ tagName }) => tag.test(tagName));
  return Map.groupBy(elements, (element) => around(element));
}

/** In the order of the page, but the inner ones are read before: what is left of the outer one is its own, and read once. */
function innerFirst(elements: PageElement[], take: (element: PageElement) => MarkedPair[]): MarkedPair[] {
  return elements.toReversed().map(take).toReversed().flat();
}

type Found = { name: PageElement; answer: PageElement; isMarked: boolean };

/** The same for questions that stand elsewhere than their answers; `answers`: in the order of the page. */
function takeAll(found: readonly Found[], answers: readonly PageElement[]): MarkedPair[] {
  const ofAnswer = Map.groupBy(found, ({ answer }) => answer);
  const taken = new Map<Found, MarkedPair>();
  for (const answer of new Set(answers.toReversed())) {
    const questions = (ofAnswer.get(answer) ?? []).flatMap((one) => {
      const question = readQuestion(one.name);
      return question === undefined ? [] : [{ one, question }];
    });
    if (questions.length === 0) continue;
    const text = answerIn(answer);
    for (const { one, question } of questions) {
      taken.set(one, { question, answer: text, isMarked: one.isMarked });
      one.name.remove();
    }
    answer.remove();
  }
  return found.flatMap((one) => taken.get(one) ?? []);
}

function readPair({ name, answer, isMarked }: Found): MarkedPair[] {
  const question = readQuestion(name);
  return question === undefined ? [] : [{ question, answer: answerIn(answer), isMarked }];
}

function readQuestion(name: PageElement): string | undefined {
  const question = foldSpaces(name.textContent);
  return question === '' || question.length > MAX_QUESTION ? undefined : question;
}
