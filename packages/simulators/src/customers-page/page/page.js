import { showTexts, switchLanguage, t } from './texts.js';
import { fill, find, initials, makeBubble, makeChoices, makeNote, makeRow, summarise } from './view.js';

const ASK_EVERY_MS = 1000;
const told = { 'rate-limited': 'told.limit', 'server-error': 'told.error', revoked: 'told.revoked' };

const state = { platforms: [], type: undefined, customer: undefined, notice: undefined };

showTexts();
prepare();
void askForEver();

function prepare() {
  // A keyboard has to be able to scroll the conversation.
  find('messages').tabIndex = 0;
  find('language').onclick = () => {
    switchLanguage();
    showTexts();
    render({ isWhole: true });
  };
  find('back').onclick = () => showPane('list');
  find('composer').onsubmit = (event) => {
    event.preventDefault();
    sendText();
  };
  find('text').onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find('composer').requestSubmit();
  };
  for (const button of document.querySelectorAll('[data-attachment]'))
    button.onclick = () => send({ attachment: button.dataset.attachment });
  for (const button of document.querySelectorAll('[data-fault]'))
    button.onclick = () => setFault(button.dataset.fault || null);
}

async function askForEver() {
  await ask();
  setTimeout(askForEver, ASK_EVERY_MS);
}

async function ask() {
  const response = await fetch('/_demo/platforms').catch(() => undefined);
  if (!response?.ok) return tell('told.lost');
  if (state.notice === 'told.lost') tell(undefined);
  state.platforms = await response.json();
  state.type ??= state.platforms[0]?.type;
  state.customer ??= state.platforms[0]?.customers[0]?.id;
  render();
}

const chosen = () => state.platforms.find(({ type }) => type === state.type);
const chosenCustomer = () => chosen()?.customers.find(({ id }) => id === state.customer);

function choosePlatform(type) {
  state.type = type;
  state.customer = chosen()?.customers[0]?.id;
  tell(undefined);
  render();
}

function chooseCustomer(id) {
  state.customer = id;
  showPane('chat');
  render();
  find('text').focus();
}

async function sendText() {
  const text = find('text').value.trim();
  if (text !== '' && (await send({ text }))) find('text').value = '';
}

async function send(content) {
  const isDone = await post('/_demo/messages', { type: state.type, customer: state.customer, ...content });
  await ask();
  return isDone;
}

async function setFault(fault) {
  if (!(await post('/_demo/fault', { type: state.type, fault }))) return;
  tell(fault === null ? 'told.repair' : told[fault]);
  await ask();
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  if (!response?.ok) tell('told.lost');
  return response?.ok === true;
}

function tell(key) {
  state.notice = key;
  find('notice').textContent = key === undefined ? '' : t(key);
}

function render({ isWhole = false } = {}) {
  if (isWhole) for (const id of ['channels', 'people', 'messages']) delete find(id).dataset.shown;
  find('language').textContent = t('other');
  tell(state.notice);
  renderLists();
  const messages = chosenCustomer()?.messages ?? [];
  // A keyboard stays until something else is said.
  const choices = messages.at(-1)?.choices ?? [];
  const buttons = () => (choices.length === 0 ? [] : [makeChoices(choices, (text) => void send({ text }))]);
  const children = () => (messages.length === 0 ? [makeNote(t('empty'))] : [...messages.map(makeBubble), ...buttons()]);
  const place = [state.type, state.customer];
  if (fill(find('messages'), { shown: [place, messages], children }))
    find('messages').scrollTo(0, find('messages').scrollHeight);
  find('name').textContent = chosenCustomer()?.name ?? '';
  find('channel').textContent = chosen()?.title ?? '';
}

function renderLists() {
  const channels = state.platforms.map(({ type, title, fault }, position) => ({
    key: type,
    title,
    hint: fault === null ? '' : t('broken'),
    mark: title.charAt(0),
    position,
    isChosen: type === state.type,
  }));
  const people = (chosen()?.customers ?? []).map(({ id, name, messages }, position) => ({
    key: id,
    title: name,
    hint: summarise(messages.at(-1)),
    mark: initials(name),
    position: position + 2,
    isChosen: id === state.customer,
  }));
  const rows = (list, onChoose) => () => list.map((row) => makeRow({ ...row, onChoose: () => onChoose(row.key) }));
  fill(find('channels'), { shown: channels, children: rows(channels, choosePlatform) });
  fill(find('people'), { shown: people, children: rows(people, chooseCustomer) });
}

function showPane(pane) {
  find('app').dataset.pane = pane;
}
