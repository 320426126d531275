import { t } from './texts.js';

// Building blocks of the page. Every text is put in as text, never as markup.

const TONES = 6;
const LINK = /https?:\/\/\S+/g;

export const find = (id) => document.getElementById(id);

function make(tag, { className, text, children = [], ...properties } = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

/** Fills an element only when what it shows has changed: focus and scrolling stay. */
export function fill(element, { shown, children }) {
  const mark = JSON.stringify(shown);
  if (element.dataset.shown === mark) return false;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.dataset.shown = mark;
  element.replaceChildren(...children());
  if (focused !== undefined)
    [...element.querySelectorAll('[data-key]')].find(({ dataset }) => dataset.key === focused)?.focus();
  return true;
}

/** A channel or a customer in its list. */
export function makeRow({ key, title, hint, mark, position, isChosen, onChoose }) {
  const avatar = make('span', { className: `avatar tone-${position % TONES}`, text: mark, ariaHidden: 'true' });
  const words = [make('strong', { text: title }), ...(hint ? [make('small', { text: hint })] : [])];
  const children = [avatar, make('span', { className: 'words', children: words })];
  const row = make('button', { type: 'button', className: 'row', onclick: onChoose, children });
  row.dataset.key = key;
  row.setAttribute('aria-current', String(isChosen));
  return row;
}

export const makeNote = (text) => make('p', { className: 'note', text });

/** The buttons under a message; a press says what stands on one. */
export function makeChoices(labels, onPress) {
  const makeChoice = (text) =>
    make('button', { type: 'button', className: 'choice', text, onclick: () => onPress(text) });
  return make('div', { className: 'choices', children: labels.map(makeChoice) });
}

/** One message, with its links as links. */
export function makeBubble({ author, text, attachment }) {
  const bubble = make('div', { className: `bubble ${author}` });
  bubble.append(make('span', { className: 'hidden', text: `${t(author)}: ` }));
  if (attachment !== null) bubble.append(make('span', { className: 'attachment', text: nameOf(attachment) }));
  let at = 0;
  for (const { 0: address, index } of text.matchAll(LINK)) {
    bubble.append(text.slice(at, index));
    bubble.append(make('a', { href: address, text: address, target: '_blank', rel: 'noreferrer' }));
    at = index + address.length;
  }
  bubble.append(text.slice(at));
  return bubble;
}

/** A kind, a media type or the name of a file. */
function nameOf(attachment) {
  const kind = attachment.split('/')[0];
  if (/^(photo|picture|image)/.test(kind)) return `▣ ${t('photo')}`;
  if (/^(voice|audio)/.test(kind)) return `▶ ${t('voice')}`;
  if (/^video/.test(kind)) return `▶ ${t('video')}`;
  return `▤ ${t('file')}`;
}

export const summarise = ({ text, attachment } = { text: t('nothing'), attachment: null }) =>
  text || (attachment === null ? '' : nameOf(attachment));

export const initials = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
