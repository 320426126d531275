import { parseHTML } from 'linkedom';
import { refuseDocument } from '../refuse-document.ts';
import { createOpenCount, readTags } from './page-tags.ts';
import { wholePage } from './whole-page.ts';

/** What is used of a page's tree. */
export type PageNode = {
  nodeType: number;
  textContent: string;
  parentNode: PageElement | null;
  remove(): void;
};
export type PageElement = PageNode & {
  tagName: string;
  id: string;
  className: string;
  childNodes: Iterable<PageNode>;
  children: Iterable<PageElement>;
  firstElementChild: PageElement | null;
  nextElementSibling: PageElement | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  contains(other: PageNode): boolean;
  append(...nodes: (PageNode | string)[]): void;
  replaceWith(...nodes: (PageNode | string)[]): void;
  cloneNode(deep: boolean): PageElement;
};
export type PageDocument = PageElement & {
  title: string;
  body: PageElement;
  documentElement: PageElement;
  createElement(name: string): PageElement;
  cloneNode(deep: boolean): PageDocument;
};

/** Each takes about a kilobyte in memory. */
const MAX_TAGS = 200_000;
/** Elements that are opened and not closed: the library takes the square of their time. */
const MAX_OPEN = 3000;
/** These end by themselves. */
const WITHOUT_END = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);
const ELEMENT = 1;
const TEXT = 3;

/** The tree of a page. Nothing in it runs and nothing is fetched. Throws DocumentRefusedError for one of too many parts. */
export function parsePage(html: string): PageDocument {
  if (countTags(html) > MAX_TAGS) refuseDocument('too_large');
  if (countOpen(html) > MAX_OPEN) refuseDocument('damaged');
  const { document } = parseHTML(wholePage(html));
  return document;
}

function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) count += 1;
  return count;
}

/** The most that are open at once, as the library's own parser counts them. */
function countOpen(html: string): number {
  const counted = createOpenCount();
  for (const tag of readTags(html)) {
    if (tag.isEnd) counted.close(tag.name);
    else if (!WITHOUT_END.has(tag.name)) counted.open(tag);
    if (counted.most > MAX_OPEN) break;
  }
  return counted.most;
}

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === ELEMENT;
}

export function isText(node: PageNode): boolean {
  return node.nodeType === TEXT;
}
