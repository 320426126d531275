import { buildElement, buildIcon } from '../shared/build-element.ts';
import type { WindowHost } from '../shared/host.ts';
import { buildText } from './build-bubble.ts';
import { buildIconButton } from './build-icon-button.ts';
import { icons } from './icons.ts';
import type { Texts } from './texts.ts';

export type Frame = {
  panel: HTMLElement;
  /** Second line of the head: who answers. */
  status: HTMLElement;
  banner: HTMLElement;
  /** Read out by screen readers: new answers. */
  announcer: HTMLElement;
  close: HTMLButtonElement;
  body: HTMLElement;
};

/** The window without its contents: head with logo and title, banner, place for the conversation. */
export function buildFrame({ config, base }: Pick<WindowHost, 'config' | 'base'>, words: Texts): Frame {
  const title = config.title || words.title;
  const status = buildElement('p', { class: 'status' }, config.status);
  const close = buildIconButton(icons.close, words.close, { class: 'round close' });
  const names = buildElement(
    'div',
    { class: 'names' },
    buildElement('h1', { id: 'otvet-title' }, buildElement('bdi', {}, title)),
    status,
  );
  const head = buildElement('header', {}, buildMark(config.logo, base), names, close);
  const banner = buildElement('p', { class: 'banner', role: 'status', hidden: '' });
  const announcer = buildElement('div', { class: 'hidden', role: 'status' });
  const body = buildElement('div', { class: 'body' });
  const drop = buildElement('div', { class: 'drop', 'aria-hidden': 'true' }, words.drop);
  const panel = buildElement(
    'section',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'otvet-title', tabindex: '-1', hidden: '' },
    ...[head, banner, body, announcer, drop],
  );
  return { panel, status, banner, announcer, close, body };
}

function buildMark(logo: string | null, base: string): HTMLElement {
  const mark = buildElement('span', { class: 'mark', 'aria-hidden': 'true' });
  const icon = buildIcon(icons.chat);
  if (logo === null) mark.append(icon);
  else {
    const image = buildElement('img', { alt: '', src: new URL(logo, base).href });
    image.addEventListener('error', () => image.replaceWith(icon));
    mark.append(image);
  }
  return mark;
}

/** Shown by the window from the settings; it is no message and is never stored. */
export function buildGreeting(greeting: string, words: Texts): HTMLElement {
  return buildElement(
    'div',
    { class: 'row in first last greeting' },
    buildElement('div', { class: 'who' }, words.assistant),
    buildElement('div', { class: 'bubble' }, buildText(greeting)),
  );
}

export function buildSocialLinks(links: WindowHost['config']['socLinks'], words: Texts): HTMLElement {
  const list = buildElement('ul', { 'aria-label': words.elsewhere });
  for (const { name, value } of links) {
    const link = buildElement('a', { href: value, target: '_blank', rel: 'noopener noreferrer' }, name);
    list.append(buildElement('li', {}, link));
  }
  return buildElement(
    'div',
    { class: 'social' },
    buildElement('span', { 'aria-hidden': 'true' }, words.elsewhere),
    list,
  );
}
