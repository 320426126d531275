import {
  renderAll,
  renderBots,
  renderHead,
  renderMessages,
  renderPeople,
  setStatus,
  showTyping,
} from './page-render.js';
import { act, blockKey, find, findPerson, read, readMedia, showToast, state } from './page-state.js';
import { prepareStickers } from './page-stickers.js';
import { prepareVoice } from './page-voice.js';

const handlers = { onChoose: choosePerson, onSend: send };

start();

async function start() {
  [state.bots, state.people] = await Promise.all([read('bots'), read('people')]);
  state.personId = state.people[0]?.id;
  find('bot').onchange = () => chooseBot(find('bot').value);
  find('back').onclick = () => showPane('list');
  find('block').onclick = toggleBlock;
  find('composer').onsubmit = submit;
  find('photo').onchange = showPreview;
  find('preview-remove').onclick = clearPhoto;
  find('text').onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find('composer').requestSubmit();
  };
  find('text').oninput = growText;
  prepareStickers(send);
  prepareVoice(send);
  // A keyboard has to be able to scroll the conversation.
  find('messages').tabIndex = 0;
  // The preview of a photo and a growing text take room: the newest message stays in sight.
  new ResizeObserver(() => find('messages').scrollTo(0, find('messages').scrollHeight)).observe(find('messages'));
  renderBots();
  listen();
}

function listen() {
  const source = new EventSource('/_sim/events');
  source.onerror = () => setStatus('Связь прервалась, восстанавливаем…');
  // The lists are read once the line stands, at first and after each break: nothing falls between the two.
  source.onopen = () => chooseBot(state.token ?? state.bots[0]?.token);
  source.onmessage = ({ data }) => handleEvent(JSON.parse(data));
}

async function handleEvent(event) {
  if (event.type === 'bots') {
    state.bots = await read('bots');
    renderBots();
    if (state.token === undefined) await chooseBot(state.bots[0]?.token);
    return;
  }
  if (event.type === 'action') return showTyping(event);
  const entry = event.message;
  if (entry === undefined || entry.token !== state.token) return;
  const chatId = entry.message.chat.id;
  const messages = state.chats.get(chatId) ?? [];
  const known = messages.findIndex(({ message }) => message.message_id === entry.message.message_id);
  if (known === -1) messages.push(entry);
  else messages[known] = entry;
  state.chats.set(chatId, messages);
  if (event.type === 'message' && entry.author === 'bot') {
    if (chatId === state.personId) setStatus();
    else state.unread.set(chatId, (state.unread.get(chatId) ?? 0) + 1);
  }
  renderPeople(choosePerson);
  if (chatId === state.personId) renderMessages(send);
}

async function chooseBot(token) {
  state.token = token;
  state.chats.clear();
  state.unread.clear();
  if (token !== undefined) {
    const blocked = await read(`blocked?token=${encodeURIComponent(token)}`);
    state.blocked = new Set(blocked.map((userId) => `${token} ${userId}`));
    const lists = await Promise.all(
      state.people.map(({ id }) => read(`messages?chat=${id}&token=${encodeURIComponent(token)}`)),
    );
    state.people.forEach(({ id }, position) => {
      state.chats.set(id, lists[position]);
    });
  }
  renderAll(handlers);
}

function choosePerson(id) {
  state.personId = id;
  state.unread.delete(id);
  showPane('chat');
  renderAll(handlers);
  find('text').focus();
}

async function submit(event) {
  event.preventDefault();
  const text = find('text').value.trim();
  const [file] = find('photo').files;
  const content = file
    ? { photo: { ...(await readMedia(file)), name: file.name }, ...(text ? { caption: text } : {}) }
    : { text };
  if (!file && text === '') return;
  find('text').value = '';
  growText();
  clearPhoto();
  await send(content);
}

function send(content) {
  const from = findPerson();
  if (state.token === undefined || from === undefined) return showToast('Сначала подключите бота в Otvet.');
  state.blocked.delete(blockKey());
  return act('customer-sends', { token: state.token, from, ...content });
}

async function toggleBlock() {
  const isBlocked = state.blocked.has(blockKey());
  const done = await act(isBlocked ? 'unblock' : 'block', { token: state.token, userId: state.personId });
  if (!done) return;
  if (isBlocked) state.blocked.delete(blockKey());
  else state.blocked.add(blockKey());
  renderHead();
}

function showPreview() {
  const [file] = find('photo').files;
  if (file === undefined) return clearPhoto();
  find('preview-image').src = URL.createObjectURL(file);
  find('preview-name').textContent = file.name;
  find('preview').hidden = false;
  find('text').focus();
}

function clearPhoto() {
  URL.revokeObjectURL(find('preview-image').src);
  find('photo').value = '';
  find('preview').hidden = true;
}

function growText() {
  find('text').style.height = 'auto';
  find('text').style.height = `${find('text').scrollHeight + 2}px`;
}

function showPane(pane) {
  find('app').dataset.pane = pane;
}
