import { buildElement, buildIcon } from '../shared/build-element.ts';
import type { MessageRow } from '../state/build-rows.ts';
import { canSucceed } from '../state/outbox.ts';
import { splitLinks } from '../state/split-links.ts';
import { icons } from './icons.ts';
import { reasonText, type Texts } from './texts.ts';

export type BubbleTools = {
  words: Texts;
  formatTime(at: Date): string;
  buildPicture(from: { clientId: string | null; id: string | null }): HTMLElement;
  retry(clientId: string): void;
  discard(clientId: string): void;
};

/** One message with its author, its pictures and its mark. */
export function buildBubble(row: MessageRow, tools: BubbleTools): HTMLElement {
  const side = row.from === 'visitor' ? 'out' : 'in';
  const edges = `${row.isFirst ? ' first' : ''}${row.isLast ? ' last' : ''}`;
  const item = buildElement('li', { class: `row ${side}${edges}` });
  if (row.isFirst && side === 'in')
    item.append(buildElement('div', { class: 'who' }, buildElement('bdi', {}, authorOf(row, tools.words))));
  if (row.text !== '') item.append(buildElement('div', { class: 'bubble' }, buildText(row.text)));
  for (const picture of picturesOf(row))
    item.append(
      picture.isLost ? buildElement('div', { class: 'lost' }, tools.words.pictureFailed) : tools.buildPicture(picture),
    );
  if (row.isLast) item.append(buildMeta(row, tools));
  return item;
}

export function authorOf(row: Pick<MessageRow, 'from' | 'name'>, words: Texts): string {
  return row.name ?? (row.from === 'operator' ? words.operator : words.assistant);
}

/** Text as text: links are the only elements in it, and each leads exactly where it says. */
export function buildText(text: string): HTMLElement {
  const bdi = buildElement('bdi', { class: 'text' });
  for (const part of splitLinks(text)) {
    if (part.href === null) bdi.append(part.text);
    else
      bdi.append(
        buildElement('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, part.text),
      );
  }
  return bdi;
}

function picturesOf(row: MessageRow): { clientId: string | null; id: string | null; isLost: boolean }[] {
  const { clientId } = row;
  if (row.isLocalImage) return [{ clientId, id: null, isLost: row.reason === 'lost' }];
  return row.images.map(({ id, state }) => ({
    clientId,
    id: state === 'ready' ? id : null,
    isLost: state === 'failed',
  }));
}

const markIcons = { sending: icons.clock, stuck: icons.clock, failed: icons.alert, sent: icons.check } as const;

function buildMeta(row: MessageRow, { words, formatTime, retry, discard }: BubbleTools): HTMLElement {
  const { clientId, mark } = row;
  const time = buildElement('time', { datetime: row.at.toISOString() }, formatTime(row.at));
  const meta = buildElement('div', { class: `meta ${mark}` }, time);
  if (mark === 'none') return meta;
  const isQuiet = mark === 'sent' || mark === 'sending';
  const label = buildElement('span', isQuiet ? { class: 'hidden' } : {}, words[mark]);
  meta.append(buildIcon(markIcons[mark]), label);
  if (isQuiet || clientId === null) return meta;
  const reason = reasonText(words, row.reason);
  if (reason !== '') meta.append(` · ${reason}`);
  if (canSucceed(row.reason)) meta.append(buildAction(words.retry, () => retry(clientId)));
  if (mark === 'failed') meta.append(buildAction(words.discard, () => discard(clientId)));
  return meta;
}

function buildAction(label: string, act: () => void): HTMLElement {
  const button = buildElement('button', { type: 'button', class: 'action' }, label);
  button.addEventListener('click', act);
  return button;
}
