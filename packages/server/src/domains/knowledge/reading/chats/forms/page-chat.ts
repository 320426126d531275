import { foldSpaces } from '../../page/page-blocks.ts';
import { isElement, isText, type PageDocument, type PageElement, type PageNode } from '../../page/page-nodes.ts';
import type { ChatMessage } from '../turns/chat-turns.ts';
import { type FoundChat, isSpoken } from './found-chat.ts';

const MIN_MESSAGES = 2;
const BREAKS = new Set(['BR', 'DIV', 'P', 'PRE', 'BLOCKQUOTE', 'LI']);

/** What was read before a message. `said`: the numbers of messages of the last who spoke, and of whoever did before. */
type Reading = { messages: ChatMessage[]; speaker: string; said: string[]; before: string[] };

/**
 * A chat that a program saved as a page: `div.message` with the name of who wrote it, unless the one above is of the same, and the
 * time as a title. Services, pictures and what was passed on from elsewhere are none of it.
 */
export function findPageChat(document: PageDocument): FoundChat | undefined {
  const dates = [...document.querySelectorAll('.message > .body > .date[title]')];
  if (dates.length < MIN_MESSAGES) return undefined;
  const reading: Reading = { messages: [], speaker: '', said: [], before: [] };
  for (const element of document.querySelectorAll('.message')) readMessage(reading, element);
  return isSpoken(reading.messages) ? { messages: reading.messages, before: [] } : undefined;
}

function readMessage(reading: Reading, message: PageElement): void {
  const body = childOf(message, 'body');
  const date = body === undefined ? undefined : childOf(body, 'date');
  if (body === undefined || date === undefined) return;
  const named = childOf(body, 'from_name');
  const isJoined = named === undefined && hasClass(message, 'joined');
  const speaker = isJoined ? reading.speaker : nameOf(named);
  if (speaker !== reading.speaker) {
    reading.before = reading.said;
    reading.said = [];
  }
  reading.speaker = speaker;
  reading.said.push(message.id);
  const text = childOf(body, 'text');
  if (speaker === '' || text === undefined || childOf(body, 'forwarded') !== undefined) return;
  // No program writes a message within another, and each level would be read again.
  if (text.querySelector('.message') !== null) return;
  const [day = ''] = (date.getAttribute('title') ?? '').split(' ');
  const answered = idOfAnswered(body);
  const isToAnother = answered !== '' && !reading.before.includes(answered) && !reading.said.includes(answered);
  const lines = textOf(text)
    .split('\n')
    .map(foldSpaces)
    .filter((line) => line !== '');
  reading.messages.push({ speaker, day, lines, isToAnother });
}

function childOf(element: PageElement, name: string): PageElement | undefined {
  return [...element.children].find((child) => hasClass(child, name));
}

const hasClass = (element: PageElement, name: string): boolean => element.className.split(/\s+/).includes(name);

/** Without what stands behind it: through which bot it was written. */
function nameOf(named: PageElement | undefined): string {
  const texts = [...(named?.childNodes ?? [])].filter(isText);
  return foldSpaces(texts.map(({ textContent }) => textContent).join(' '));
}

/** The id of the message that this one answers. */
function idOfAnswered(body: PageElement): string {
  const link = childOf(body, 'reply_to')?.querySelector('a[href]')?.getAttribute('href') ?? '';
  return link.replace('#go_to_', '');
}

/** With the ends of lines that its writer set; those of the file are spaces. */
function textOf(node: PageNode): string {
  if (isText(node)) return node.textContent.replaceAll(/\s/g, ' ');
  if (!isElement(node)) return '';
  const inner = [...node.childNodes].map(textOf).join('');
  return BREAKS.has(node.tagName) ? `${inner}\n` : inner;
}
