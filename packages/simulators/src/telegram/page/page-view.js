// Building blocks of the chat page. Every text is put in as text, never as markup.

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const TONES = 4;

/** Makes an element with text or children. */
export function make(tag, { className, text, children = [], ...properties } = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

/** A person in the list with the last message and what was not read yet. */
export function makePerson({ person, position, last, unread, isChosen, onChoose }) {
  const name = fullName(person);
  const aside =
    unread > 0
      ? make('span', { className: 'badge', text: String(unread) })
      : make('time', { text: last ? timeOf(last) : '' });
  const button = make('button', {
    type: 'button',
    className: 'person',
    onclick: onChoose,
    children: [
      make('span', { className: `avatar tone-${position % TONES}`, text: initials(name), ariaHidden: 'true' }),
      make('strong', { text: name }),
      aside,
      make('small', { text: last ? summarise(last) : 'Ещё не писал боту' }),
    ],
  });
  button.setAttribute('aria-current', String(isChosen));
  return button;
}

/** One message of the conversation. */
export function makeBubble(entry, onPress) {
  const { message, author, isDeleted } = entry;
  const bubble = make('div', { className: `bubble ${bubbleKind(author)}` });
  if (isDeleted) {
    bubble.classList.add('deleted');
    bubble.append('Сообщение удалено');
    return bubble;
  }
  if (message.reply_to_message)
    bubble.append(make('span', { className: 'reply', text: summarise({ message: message.reply_to_message }) }));
  if (message.photo) {
    // A picture grows when its bytes are there: the newest message stays in sight.
    const onload = () => bubble.parentElement?.scrollTo(0, bubble.parentElement.scrollHeight);
    bubble.append(make('img', { onload, src: `/_sim/files/${message.photo.at(-1).file_id}`, alt: 'Фото' }));
  }
  if (message.sticker) {
    const src = `/_sim/files/${message.sticker.file_id}`;
    bubble.append(make('img', { className: 'sticker', src, alt: describeOther(message) }));
  }
  if (message.voice) {
    const src = `/_sim/files/${message.voice.file_id}`;
    bubble.append(make('audio', { controls: true, preload: 'none', src, ariaLabel: describeOther(message) }));
  }
  appendWords(bubble, message);
  appendKeys(bubble, { message, onPress });
  bubble.append(make('span', { className: 'meta', text: `${message.edit_date ? 'изменено · ' : ''}${timeOf(entry)}` }));
  return bubble;
}

/** Keys below the conversation: a press says its text. */
export function makeKeyboard(entry, onSay) {
  const keys = entry?.isDeleted ? [] : (entry?.keyboard ?? []).flat();
  if (keys.length === 0) return [];
  const children = keys.map((text) => make('button', { type: 'button', text, onclick: () => onSay(text) }));
  return [make('div', { className: 'keys', children })];
}

/** First letters of the first two words. */
export function initials(name) {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

export const fullName = (person) => [person.firstName, person.lastName].filter(Boolean).join(' ');

function bubbleKind(author) {
  if (author === 'customer') return 'mine';
  return author === 'service' ? 'service' : 'theirs';
}

const timeOf = (entry) => TIME.format(new Date(entry.message.date * 1000));

function summarise({ message }) {
  return (
    message.text ??
    (message.photo ? `Фото${message.caption ? `: ${message.caption}` : ''}` : (describeOther(message) ?? 'Сообщение'))
  );
}

function describeOther(message) {
  if (message.document) return `Файл: ${message.document.file_name}`;
  if (message.voice) return `Голосовое сообщение, ${message.voice.duration} с`;
  if (message.video) return 'Видео';
  if (message.sticker) return `Стикер ${message.sticker.emoji ?? ''}`;
  if (message.location) return `Место: ${message.location.latitude}, ${message.location.longitude}`;
  if (message.contact) return `Контакт: ${message.contact.first_name}, ${message.contact.phone_number}`;
  return undefined;
}

function appendWords(bubble, message) {
  const words = message.text ?? message.caption;
  if (words !== undefined)
    appendFormatted(bubble, { words, entities: message.entities ?? message.caption_entities ?? [] });
  if (message.document) {
    const href = `/_sim/files/${message.document.file_id}`;
    bubble.append(make('a', { href, download: message.document.file_name ?? 'file', text: describeOther(message) }));
  } else if (words === undefined && !message.photo && !message.sticker && !message.voice) {
    bubble.append(describeOther(message) ?? 'Служебное сообщение');
  }
}

const TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'code',
  text_link: 'a',
  url: 'a',
};

function appendFormatted(bubble, { words, entities }) {
  let at = 0;
  for (const entity of entities) {
    // Nested marks keep the outer one: enough for a demo.
    if (entity.offset < at) continue;
    bubble.append(words.slice(at, entity.offset));
    const text = words.slice(entity.offset, entity.offset + entity.length);
    const element = make(TAGS[entity.type] ?? 'span', { text });
    const address = entity.url ?? text;
    if (element.tagName === 'A' && /^https?:/.test(address))
      Object.assign(element, { href: address, rel: 'noreferrer', target: '_blank' });
    bubble.append(element);
    at = entity.offset + entity.length;
  }
  bubble.append(words.slice(at));
}

function appendKeys(bubble, { message, onPress }) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (rows.length === 0) return;
  const buttons = rows.flat().map((button) =>
    make('button', {
      type: 'button',
      text: button.text,
      onclick: () => onPress(message.message_id, button.callback_data ?? ''),
    }),
  );
  bubble.append(make('div', { className: 'keys', children: buttons }));
}
