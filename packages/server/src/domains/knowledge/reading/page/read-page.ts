import { Readability } from '@mozilla/readability';
import { readBlockChats, readPageChat } from '../chats/read-saved-chats.ts';
import type { DocumentBlock, ReadDocument } from '../document.ts';
import { textOf } from '../text-of-block.ts';
import { cleanPage, dropFrame, lengthOf } from './clean-page.ts';
import { readDeclaredPairs } from './declared-pairs.ts';
import { foldSpaces, readBlocks } from './page-blocks.ts';
import { type PageDocument, type PageElement, parsePage } from './page-nodes.ts';

type Read = Pick<ReadDocument, 'title' | 'blocks' | 'isChat'>;

/** What of the page's own text an article must hold to stand for it; less is one part of several. */
const ARTICLE_SHARE = 0.6;
/** Panels of questions, tables and lists of terms are not left out for a text beside them. */
const KEPT_PARTS = 'details,table,dl';

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 200;

/**
 * Blocks of a web page: of its article where it is one, else of all that is not its frame. Answers in closed panels are read
 * like the others, and those that only search engines are told are added.
 */
export function readPage(html: string): Read {
  const document = parsePage(html);
  const chat = readPageChat(document);
  if (chat !== undefined) return chat;
  const pairs = readDeclaredPairs(document);
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => foldSpaces(textContent));
  cleanPage(document);
  const body = readBody(document);
  const article = readArticle(document);
  const chosen = article !== undefined && standsFor(article.content, body) ? article.content : body;
  const read = readBlocks(chosen);
  const title = chooseTitle(read, headings, declaredTitle(document));
  const blocks = [...read, ...missingPairs(pairs, read)];
  return readBlockChats({ title, blocks: isNameAlone(blocks, title) ? [] : withTitle(blocks, title) });
}

/** A page that a program fills in the browser: no customer is told what it is called. */
const isNameAlone = (blocks: DocumentBlock[], title: string | null): boolean =>
  blocks.every((block) => block.kind === 'heading' && block.text === title);

export function declaredTitle(document: PageDocument): string | null {
  const shared = document.querySelector('meta[property="og:title"]')?.getAttribute('content');
  return foldSpaces(shared ?? '') || foldSpaces(document.querySelector('title')?.textContent ?? '') || null;
}

/** A first heading that is in the text, or in the name of the page: often it is the name of the site. */
function chooseTitle(blocks: DocumentBlock[], headings: string[], declared: string | null): string | null {
  const inText = headings.find((text) => blocks.some((block) => block.kind === 'heading' && block.text === text));
  const isNamed = (text: string) => declared === null || declared.toLowerCase().includes(text.toLowerCase());
  return inText ?? headings.find((text) => text !== '' && isNamed(text)) ?? declared;
}

/** The library takes its tree apart: it gets one of its own. Trees that are made to hold it up it does not get. */
function readArticle(document: PageDocument): { content: PageElement } | undefined {
  if (isOverDepth(document.body) || [...document.querySelectorAll('*')].length > MAX_ELEMENTS) return undefined;
  const options = { serializer: (node: unknown) => node, keepClasses: true, disableJSONLD: true, charThreshold: 200 };
  const content: unknown = new Readability(document.cloneNode(true), options).parse()?.content;
  if (!isPageElement(content)) return undefined;
  // Ids of its own are no places of the page.
  for (const element of content.querySelectorAll('[id^="readability-"]')) element.removeAttribute('id');
  return { content };
}

function isOverDepth(root: PageElement): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((element) => [...element.children]);
  }
  return false;
}

function isPageElement(value: unknown): value is PageElement {
  return typeof value === 'object' && value !== null && 'querySelectorAll' in value;
}

function readBody(document: PageDocument): PageElement {
  const main = [...document.querySelectorAll('main,[role="main"]')];
  const [only] = main;
  dropFrame(document);
  // A page that marks its own part has done the work.
  return only !== undefined && main.length === 1 && lengthOf(only) > 200 ? only : document.body;
}

function standsFor(article: PageElement, whole: PageElement): boolean {
  if (lengthOf(article) < lengthOf(whole) * ARTICLE_SHARE) return false;
  const kept = (element: PageElement) => [...element.querySelectorAll(KEPT_PARTS)].length;
  return kept(article) >= kept(whole);
}

/** Above all else. The library makes first headings second ones. */
function withTitle(blocks: DocumentBlock[], title: string | null): DocumentBlock[] {
  if (title === null) return blocks;
  if (!blocks.some((block) => block.kind === 'heading' && block.text === title))
    return [{ kind: 'heading', level: 1, text: title, place: {} }, ...blocks];
  return blocks.map((block) => (block.kind === 'heading' && block.text === title ? { ...block, level: 1 } : block));
}

/** Pairs that the page says to search engines and does not show, or whose answer comes by a call of its own. */
function missingPairs(pairs: { question: string; answer: string }[], blocks: DocumentBlock[]): DocumentBlock[] {
  const shown = foldSpaces(blocks.map(textOf).join(' ')).toLowerCase();
  return pairs
    .filter(({ answer }) => !shown.includes(answer.slice(0, 80).toLowerCase()))
    .flatMap(({ question, answer }): DocumentBlock[] => [
      { kind: 'heading', level: 4, text: question, place: {} },
      { kind: 'paragraph', text: answer, place: {} },
    ]);
}
