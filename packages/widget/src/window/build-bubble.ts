import { buildElement, buildIcon } from '../shared/build-element.ts';
import type { PersonModule } from '../shared/host.ts';
import type { MessageRow } from '../state/build-rows.ts';
import { canSucceed, waitOf } from '../state/outbox.ts';
import { splitLinks } from '../state/split-links.ts';
import { icons } from './icons.ts';
import { reasonText, type Texts } from './texts.ts';

export type BubbleTools = {
  words: Texts;
  formatTime(at: Date): string;
  /** "in 4 minutes". */
  formatWait(minutes: number): string;
  buildPicture(from: { clientId: string | null; id: string | null }): HTMLElement;
  retry(clientId: string): void;
  discard(clientId: string): void;
};

/** The file of a person's mark, beside the window's own; the build writes its name in. */
declare const PERSON_FILE: string;

/** One message with its author, its pictures and its mark. */
export function buildBubble(row: MessageRow, tools: BubbleTools): HTMLElement {
  const side = row.from === 'visitor' ? 'out' : 'in';
  const edges = `${row.isFirst ? ' first' : ''}${row.isLast ? ' last' : ''}`;
  const item = buildElement('li', { class: `row ${side}${edges}` });
  if (row.isFirst && side === 'in') {
    const who = buildElement('div', { class: 'who' }, buildElement('bdi', {}, authorOf(row, tools.words)));
    item.append(who);
    // The name alone says who it is: a mark that cannot be loaded is left out.
    if (row.from === 'operator')
      importFile<PersonModule>(PERSON_FILE).then(
        (module) => module.showPerson(who, row.picture),
        () => undefined,
      );
  }
  if (row.text !== '') item.append(buildElement('div', { class: 'bubble' }, buildText(row.text)));
  for (const picture of picturesOf(row))
    item.append(
      picture.isLost ? buildElement('div', { class: 'lost' }, tools.words.pictureFailed) : tools.buildPicture(picture),
    );
  if (row.isLast) item.append(buildMeta(row, tools));
  return item;
}

function importFile<Module>(address: string): Promise<Module> {
  return import(/* @vite-ignore */ address);
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

const MINUTE_MS = 60_000;

const markIcons = { sending: icons.clock, stuck: icons.clock, failed: icons.alert, sent: icons.check } as const;

function buildMeta(row: MessageRow, tools: BubbleTools): HTMLElement {
  const { clientId, mark, reason } = row;
  const { words, formatTime, retry, discard } = tools;
  const time = buildElement('time', { datetime: row.at.toISOString() }, formatTime(row.at));
  const meta = buildElement('div', { class: `meta ${mark}` }, time);
  if (mark === 'none') return meta;
  const isQuiet = mark === 'sent' || mark === 'sending';
  const label = buildElement('span', isQuiet ? { class: 'hidden' } : {}, words[mark]);
  meta.append(buildIcon(markIcons[mark]), label);
  if (isQuiet || clientId === null) return meta;
  const unknown = mark === 'stuck' ? words.offline : words.notDone;
  const known = reasonText(words, { code: reason, isPicture: row.isLocalImage });
  const why = buildElement('p', {}, known || unknown);
  if (mark === 'stuck' && reason !== '') why.append(' ', buildCountdown(row.due, tools));
  meta.append(why);
  if (canSucceed(reason)) meta.append(buildAction(words.retry, () => retry(clientId)));
  meta.append(buildAction(words.discard, () => discard(clientId)));
  return meta;
}

/** Counts by itself, a minute at a time: the row is not built again, so its buttons keep the focus. */
function buildCountdown(due: number, { words, formatWait }: BubbleTools): HTMLElement {
  const element = buildElement('span');
  const show = () => {
    const left = waitOf({ due }, Date.now());
    element.textContent = left > 0 ? `${words.goes} ${formatWait(Math.ceil(left / MINUTE_MS))}.` : words.sending;
    if (left > 0) setTimeout(() => element.isConnected && show(), left % MINUTE_MS || MINUTE_MS);
  };
  show();
  return element;
}

export function buildAction(label: string, act: () => void): HTMLElement {
  const button = buildElement('button', { type: 'button', class: 'action' }, label);
  button.addEventListener('click', act);
  return button;
}
