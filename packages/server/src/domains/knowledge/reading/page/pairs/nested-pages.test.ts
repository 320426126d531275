import { expect, it } from 'vitest';
import { isElement, type PageElement, type PageNode, parsePage } from '../page-nodes.ts';
import { proposePairs } from './propose-pairs.ts';

const pages: Record<string, (depth: number) => string> = {
  microdata: (depth) =>
    nest(
      depth,
      (at) =>
        `<div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">Как ${at}?</h3><div itemprop="acceptedAnswer">`,
      '</div></div>',
    ),
  classes: (depth) => nest(depth, (at) => `<div class="question">Как ${at}?</div><div class="answer">`, '</div>'),
  controls: (depth) => nest(depth, (at) => `<b aria-controls="a${at}">Как ${at}?</b><div id="a${at}">`, '</div>'),
  terms: (depth) => nest(depth, (at) => `<dl><dt>Как ${at}?</dt><dd>`, '</dd></dl>'),
  details: (depth) => nest(depth, (at) => `<details><summary>Как ${at}?</summary>`, '</details>'),
  'details without a name': (depth) => nest(depth, () => '<details>', '</details>'),
  'one answer of many': (depth) =>
    `${Array.from({ length: depth }, (_, at) => `<b aria-controls="a">Как ${at}?</b>`).join('')}<p id="a">${'<b>Так</b>'.repeat(depth)}</p>`,
};

function nest(depth: number, open: (at: number) => string, close: string): string {
  return `${Array.from({ length: depth }, (_, at) => open(at)).join('')}ответ${close.repeat(depth)}`;
}

/** Each of these goes over what stands under an element, or around it. */
const OVER_PARTS = ['cloneNode', 'querySelector', 'querySelectorAll'];
const OVER_PARENTS = ['closest'];

/** How many elements the library was made to look at. */
function countLooks(html: string): number {
  let looks = 0;
  const { body } = parsePage('<p>');
  for (const name of [...OVER_PARTS, ...OVER_PARENTS]) {
    const owner = ownerOf(body, name);
    const former: (...args: unknown[]) => unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, function count(this: PageElement, ...args: unknown[]): unknown {
      looks += OVER_PARENTS.includes(name) ? depthOf(this) : sizeOf(this);
      return former.apply(this, args);
    });
    restore.push(() => Reflect.set(owner, name, former));
  }
  try {
    proposePairs(html);
  } finally {
    for (const back of restore.splice(0)) back();
  }
  return looks;
}
const restore: (() => unknown)[] = [];

function ownerOf(element: object, name: string): object {
  let owner: object | null = element;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (owner === null) throw new Error(`The library has no ${name}`);
  return owner;
}

function sizeOf(root: PageNode): number {
  let size = 0;
  const waiting: PageNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    size += 1;
    if (isElement(node)) waiting.push(...node.childNodes);
  }
  return size;
}

function depthOf(element: PageElement): number {
  let depth = 0;
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) depth += 1;
  return depth;
}

it.each(Object.entries(pages))('risk: a page nested on purpose takes the square of its length: %s', (_, pageOf) => {
  const [some, twice] = [countLooks(pageOf(60)), countLooks(pageOf(120))];
  expect(some).toBeGreaterThan(60);
  expect(twice).toBeLessThan(some * 2.2);
});

it('answers within answers are pairs of their own, each said once and in the order of the page', () => {
  const pair = (at: number, rest = '') =>
    `<div class="faq-question">Вопрос ${at}?</div><div class="faq-answer"><p>Ответ ${at}.</p>${rest}</div>`;
  const { pairs } = proposePairs(`${pair(1, pair(2, pair(3)))}${pair(4)}`);
  expect(pairs.map(({ question, answer }) => [question, answer])).toEqual(
    [1, 2, 3, 4].map((at) => [`Вопрос ${at}?`, `Ответ ${at}.`]),
  );
});

it('a name behind an answer that was taken does not take what stands behind that', () => {
  const { pairs } = proposePairs(
    '<div class="question">Первый</div><div class="question">Второй?</div><div class="answer">Да.</div><div class="text">О нас.</div>',
  );
  expect(pairs).toMatchObject([{ question: 'Второй?', answer: 'Да.' }]);
});

it('one part that two controls open answers both', () => {
  const { pairs } = proposePairs(
    '<b aria-controls="a">Где вы?</b><b aria-controls="a">Как найти?</b><p id="a">В Твери.</p>',
  );
  expect(pairs).toMatchObject([
    { question: 'Где вы?', answer: 'В Твери.' },
    { question: 'Как найти?', answer: 'В Твери.' },
  ]);
});
