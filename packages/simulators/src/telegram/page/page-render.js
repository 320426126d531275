import { blockKey, find, findPerson, state } from './page-state.js';
import { fullName, initials, make, makeBubble, makeKeyboard, makePerson } from './page-view.js';

const HINTS = {
  ru: ['Здравствуйте! Как сделать заказ?', 'Сколько стоит доставка?', 'Позовите, пожалуйста, менеджера'],
  en: ['Hello! Do you deliver?', 'What is the warranty?', 'May I talk to a person?'],
};
/** A typing mark lasts five seconds or until the next message. */
const TYPING_MS = 5000;

/** Draws everything again. */
export function renderAll({ onChoose, onSend }) {
  renderHead();
  renderPeople(onChoose);
  renderMessages(onSend);
  const person = findPerson();
  const hints = HINTS[person?.languageCode] ?? HINTS.ru;
  find('hints').replaceChildren(
    ...hints.map((text) => make('button', { type: 'button', text, onclick: () => onSend({ text }) })),
  );
}

export function renderBots() {
  const options = state.bots.map((bot) => make('option', { value: bot.token, text: `${bot.name} (@${bot.username})` }));
  find('bot').replaceChildren(
    ...(options.length > 0 ? options : [make('option', { text: 'Ботов пока нет', value: '' })]),
  );
  if (state.token !== undefined) find('bot').value = state.token;
}

export function renderHead() {
  const bot = state.bots.find(({ token }) => token === state.token);
  const person = findPerson();
  const isBlocked = state.blocked.has(blockKey());
  find('bot-name').textContent = bot?.name ?? 'Бот не подключён';
  find('bot-avatar').textContent = initials(bot?.name ?? '?');
  find('block').textContent = isBlocked ? 'Разблокировать' : 'Заблокировать';
  find('block').hidden = (state.chats.get(state.personId) ?? []).length === 0;
  state.typing = undefined;
  setStatus(isBlocked ? 'Вы заблокировали бота' : undefined, person);
}

export function renderPeople(onChoose) {
  const rows = state.people.map((person, position) =>
    makePerson({
      person,
      position,
      last: state.chats.get(person.id)?.at(-1),
      unread: state.unread.get(person.id) ?? 0,
      isChosen: person.id === state.personId,
      onChoose: () => onChoose(person.id),
    }),
  );
  find('people').replaceChildren(...rows);
}

export function renderMessages(onSend) {
  const messages = state.chats.get(state.personId) ?? [];
  const onPress = (messageId, data) => onSend({ callback: { messageId, data } });
  const empty = make('div', {
    className: 'empty',
    children: [
      make('strong', { text: 'Здесь пока тихо' }),
      'Напишите боту или нажмите на пример вопроса ниже: ответ появится сразу.',
    ],
  });
  find('messages').replaceChildren(
    ...(messages.length > 0 ? messages.map((entry) => makeBubble(entry, onPress)) : [empty]),
    // A keyboard for one use stays until something else is said.
    ...makeKeyboard(messages.at(-1), (text) => onSend({ text })),
  );
  find('messages').scrollTop = find('messages').scrollHeight;
  find('block').hidden = messages.length === 0;
}

export function setStatus(text, person = findPerson()) {
  find('status').classList.remove('typing');
  find('status').textContent = text ?? (person === undefined ? '' : `Вы пишете как ${fullName(person)}`);
}

export function showTyping({ token, chatId, action }) {
  if (token !== state.token || chatId !== state.personId) return;
  setStatus(action === 'typing' ? 'печатает…' : 'отправляет файл…');
  find('status').classList.add('typing');
  const mark = {};
  state.typing = mark;
  setTimeout(() => {
    if (state.typing === mark) setStatus();
  }, TYPING_MS);
}
