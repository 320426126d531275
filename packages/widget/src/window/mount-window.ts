import { createProtocolClient } from '../protocol/protocol-client.ts';
import { type ChatSession, createSession } from '../session/create-session.ts';
import { addStyle } from '../shared/build-element.ts';
import type { WindowHandle, WindowHost } from '../shared/host.ts';
import { openStorage } from '../shared/storage.ts';
import { isPageVisible, onVisibilityChange } from '../shared/visibility.ts';
import { countUnread, type DialogState } from '../state/dialog-state.ts';
import { createUnheard, lastAnswer } from '../state/unheard-answer.ts';
import { authorOf } from './build-bubble.ts';
import { buildFrame, buildGreeting, buildSocialLinks, type Frame } from './build-frame.ts';
import { createComposer } from './create-composer.ts';
import { createContactForm } from './create-contact-form.ts';
import { createMessageList, type MessageList } from './create-message-list.ts';
import { createPictures } from './create-pictures.ts';
import { isPhone, keepInView, trapFocus } from './keep-in-view.ts';
import { reasonText, type Texts } from './texts.ts';
import { createTitleHint } from './title-hint.ts';
import css from './window.css?inline';

/** Builds the chat window beside the launcher; it stays closed until it is asked to open. */
export function mountWindow(host: WindowHost, words: Texts): WindowHandle {
  const { root, launcher } = host;
  const tab = openStorage('sessionStorage', host.channelId);
  addStyle(root, css);
  const frame = buildFrame(host, words);
  const client = createProtocolClient({ ...host, fetch: window.fetch.bind(window) });
  const session = createSession({ host, client, onChange: () => refresh() });
  const pictures = createPictures({ words, root, load: session.loadPicture });
  const list = createMessageList({
    words,
    language: host.language,
    buildPicture: pictures.build,
    retry: session.retry,
    discard: session.discard,
    onChoice: session.sendText,
  });
  const composer = createComposer({
    words,
    storage: tab,
    onTyping: session.typing.note,
    onSend: ({ text, files }) => {
      session.typing.stop();
      if (text !== '') session.sendText(text);
      files.forEach(session.sendPicture);
    },
  });
  frame.body.append(list.element, composer.element);
  const showHead = fillHead({ host, words, session, list, setComposerShown: composer.setShown });
  const showNews = createNews({ host, words, frame });
  const isOpen = () => !frame.panel.hidden;
  let hasOpened = false;

  function refresh(): void {
    const state = session.state();
    if (isOpen() && isPageVisible()) session.markRead();
    showHead(state);
    list.show(state, composer.element.hidden ? [] : choicesOf(state, host.config.questions));
    showNews({ state, refusal: session.refusal(), isOpen: isOpen() });
  }

  const open: WindowHandle['open'] = ({ isQuiet }) => {
    if (!isOpen()) {
      frame.panel.hidden = false;
      tab.write('open', '1');
      session.begin();
      if (!hasOpened) session.trackOpen();
      hasOpened = true;
      refresh();
      list.scrollToEnd();
    }
    if (isQuiet) return;
    if (canFocusInput() && !composer.element.hidden) composer.focus();
    else frame.panel.focus({ preventScroll: true });
  };
  const close = () => {
    const hadFocus = root.activeElement !== null && frame.panel.contains(root.activeElement);
    frame.panel.hidden = true;
    tab.drop('open');
    tab.write('closed', '1');
    refresh();
    if (hadFocus) launcher.focus();
  };

  listenToPanel(frame, close);
  acceptDrops(frame.panel, composer.addFiles);
  onVisibilityChange(refresh);
  keepInView(frame.panel);
  root.append(frame.panel);
  session.resume();
  refresh();
  return { open, close, isOpen };
}

/** What may be picked now: before the first message the questions of the settings, then what our side offered last, until it is said. */
function choicesOf(state: DialogState, questions: readonly string[]): readonly string[] {
  if (state.outbox.length > 0) return [];
  const last = state.messages.at(-1);
  if (!last) return questions;
  const offered = lastAnswer(state)?.choices ?? [];
  return offered.includes(last.text) ? [] : offered;
}

/** On a touch screen the keyboard must not jump up before it is asked for. */
function canFocusInput(): boolean {
  return matchMedia('(hover: hover)').matches;
}

function listenToPanel({ panel, close: button }: Frame, close: () => void): void {
  button.addEventListener('click', close);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab' && isPhone()) trapFocus(panel, event);
    // Shortcuts of the page must not take what is typed here.
    event.stopPropagation();
  });
}

type Head = {
  host: WindowHost;
  words: Texts;
  session: ChatSession;
  list: MessageList;
  setComposerShown(isShown: boolean): void;
};

/** Greeting, links and the form above the first message. */
function fillHead({ host, words, session, list, setComposerShown }: Head): (state: DialogState) => void {
  const { config } = host;
  const greeting = config.greeting.trim() === '' ? undefined : buildGreeting(config.greeting, words);
  if (greeting) list.head.append(greeting);
  if (config.socLinks.length > 0) list.head.append(buildSocialLinks(config.socLinks, words));
  let isSkipped = false;
  const form = createContactForm({
    words,
    fields: config.fields,
    save: session.saveContact,
    onDone: () => {
      isSkipped = true;
      show(session.state());
      list.scrollToEnd();
    },
  });
  list.head.append(form);

  function show(state: DialogState): void {
    const isAsked = config.fields.names.length > 0 && !session.hasContact() && !isSkipped;
    const hasWritten = state.messages.length + state.outbox.length > 0;
    form.hidden = !isAsked || (hasWritten && !config.fields.isForced);
    setComposerShown(form.hidden || !config.fields.isForced);
    // A greeting that the server stored as a message is not said twice.
    if (greeting)
      greeting.hidden = state.messages.some(({ from, text }) => from !== 'visitor' && text === config.greeting);
  }
  return show;
}

type News = { state: DialogState; refusal: string; isOpen: boolean };

const PATIENCE_MS = 2500;

/** What stands around the conversation: who answers, the banner, the badge, the page's title, the screen reader's line. */
function createNews({ host, words, frame }: { host: WindowHost; words: Texts; frame: Frame }): (news: News) => void {
  const hint = createTitleHint();
  const takeUnheard = createUnheard();
  let lostTimer = 0;
  const showBanner = (text: string) => {
    frame.banner.textContent = text;
    frame.banner.hidden = text === '';
  };
  const showLink = (isLost: boolean) => {
    if (isLost && lostTimer === 0) lostTimer = window.setTimeout(() => showBanner(words.offline), PATIENCE_MS);
    if (isLost) return;
    clearTimeout(lostTimer);
    lostTimer = 0;
    showBanner('');
  };

  return ({ state, refusal, isOpen }) => {
    const unread = countUnread(state);
    host.showState({ isOpen, unread });
    hint(isOpen && isPageVisible() ? 0 : unread);
    const last = lastAnswer(state);
    const isPerson = last?.from === 'operator' && last.name !== null;
    frame.status.textContent = isPerson ? `${words.answers} ${last.name}` : last?.waiting || host.config.status;
    if (refusal !== '') showBanner(reasonText(words, { code: refusal }) || words['channels.not_found']);
    else showLink(state.link === 'lost');
    // A closed window is hidden, and so is what it says.
    if (takeUnheard(state) && last)
      frame.announcer.textContent = `${authorOf(last, words)}: ${last.text || words.picture} ${last.waiting}`;
  };
}

function acceptDrops(panel: HTMLElement, onFiles: (files: File[]) => void): void {
  const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  panel.addEventListener('dragover', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    panel.classList.add('dropping');
  });
  panel.addEventListener('dragleave', (event) => {
    const isInside = event.relatedTarget instanceof Node && panel.contains(event.relatedTarget);
    if (!isInside) panel.classList.remove('dropping');
  });
  panel.addEventListener('drop', (event) => {
    panel.classList.remove('dropping');
    if (!isFiles(event)) return;
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
