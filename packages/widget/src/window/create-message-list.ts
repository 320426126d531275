import { buildElement, buildIcon } from '../shared/build-element.ts';
import type { Language } from '../shared/host.ts';
import { buildRows, type Row } from '../state/build-rows.ts';
import type { DialogState } from '../state/dialog-state.ts';
import { type BubbleTools, buildAction, buildBubble } from './build-bubble.ts';
import { icons } from './icons.ts';
import type { Texts } from './texts.ts';

export type MessageList = {
  element: HTMLElement;
  /** `choices`: buttons under the last message. */
  show(state: DialogState, choices: readonly string[]): void;
  /** What stands above the first message: greeting, links, form. */
  head: HTMLElement;
  scrollToEnd(): void;
};

type Options = Omit<BubbleTools, 'formatTime' | 'formatWait'> & { language: Language; onChoice(choice: string): void };
type Drawn = { signature: string; element: HTMLElement };

const NEAR_END_PX = 80;

/** The conversation. Rows are kept by key: only what changed is built again, so the reading place and the focus stay. */
export function createMessageList(options: Options): MessageList {
  const { words, language } = options;
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const wait = new Intl.RelativeTimeFormat(language);
  const tools: BubbleTools = {
    ...options,
    formatTime: (at) => clock.format(at),
    formatWait: (minutes) => wait.format(minutes, 'minute'),
  };
  const head = buildElement('div', { class: 'head' });
  const rows = buildElement('ol', { class: 'rows', 'aria-label': words.log });
  const typing = buildTyping(words);
  const scroller = buildElement('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.log });
  const offer = buildElement('div', { class: 'choices' });
  scroller.append(head, rows, offer, typing.element);
  const jump = buildElement(
    'button',
    { type: 'button', class: 'jump', hidden: '' },
    buildIcon(icons.down),
    words.newer,
  );
  const element = buildElement('div', { class: 'log' }, scroller, jump);
  const drawn = new Map<string, Drawn>();

  const isNearEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX;
  const scrollToEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
    jump.hidden = true;
  };
  jump.addEventListener('click', scrollToEnd);
  scroller.addEventListener('scroll', () => {
    if (isNearEnd()) jump.hidden = true;
  });
  // A picture that arrives makes the list longer: whoever was at the end stays there.
  scroller.addEventListener('load', () => isNearEnd() && scrollToEnd(), true);

  const draw = (row: Row): Drawn => {
    const signature = JSON.stringify(row);
    const known = drawn.get(row.key);
    if (known?.signature === signature) return known;
    const built = row.kind === 'day' ? buildDay(row.at, { words, language }) : buildBubble(row, tools);
    if (known) known.element.replaceWith(built);
    return { signature, element: built };
  };

  return {
    element,
    head,
    scrollToEnd,
    show: (state, choices) => {
      const wasNearEnd = isNearEnd();
      const before = rows.childElementCount;
      const wanted = buildRows(state.messages, state.outbox);
      const keys = new Set(wanted.map((row) => row.key));
      for (const [key, { element: old }] of drawn) {
        if (keys.has(key)) continue;
        old.remove();
        drawn.delete(key);
      }
      wanted.forEach((row, index) => {
        const next = draw(row);
        drawn.set(row.key, next);
        if (rows.children[index] !== next.element) rows.insertBefore(next.element, rows.children[index] ?? null);
      });
      fillOffer(
        offer,
        choices.map((choice) => buildAction(choice, () => options.onChoice(choice))),
      );
      typing.show(state.typing);
      const isOwnNew = wanted.at(-1)?.kind === 'message' && rows.lastElementChild?.classList.contains('out');
      if (wasNearEnd || (isOwnNew && rows.childElementCount > before)) scrollToEnd();
      else if (rows.childElementCount > before) jump.hidden = false;
    },
  };
}

/** Built again only when they change: a button keeps the focus. */
function fillOffer(offer: HTMLElement, buttons: readonly HTMLElement[]): void {
  if (offer.textContent !== buttons.map((button) => button.textContent).join('')) offer.replaceChildren(...buttons);
}

function buildDay(at: Date, { words, language }: { words: Texts; language: Language }): HTMLElement {
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const isThisYear = at.getFullYear() === today.getFullYear();
  const long = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  const names = new Map([
    [today.toDateString(), words.today],
    [yesterday.toDateString(), words.yesterday],
  ]);
  const name = names.get(at.toDateString()) ?? long.format(at);
  return buildElement('li', { class: 'day' }, buildElement('span', {}, name));
}

function buildTyping(words: Texts): { element: HTMLElement; show(typing: DialogState['typing']): void } {
  const dots = buildElement(
    'span',
    { class: 'dots', 'aria-hidden': 'true' },
    ...[0, 1, 2].map(() => buildElement('i')),
  );
  const label = buildElement('bdi', { class: 'hidden' });
  const element = buildElement('div', { class: 'typing', hidden: '' }, dots, label);
  return {
    element,
    show: (typing) => {
      element.hidden = typing === null;
      label.textContent = `${typing?.name ?? words.assistant} ${words.typing}`;
    },
  };
}
