import { limits } from '@otvet/contract/values';
import type { EarlyAnswers } from '../platform/api/early-answers.ts';
import { serviceUrls } from '../platform/api/service-urls.ts';
import { readStored } from '../platform/session/local-data.ts';
import { readIdentity } from '../platform/session/read-identity.ts';
import { pickLocale } from '../platform/texts/pick-locale.ts';
import { type FirstScreen, isInbox, pickFirstScreen } from './pick-first-screen.ts';
import { watchTrouble } from './watch-trouble.ts';

/** Files of the build, put in by `plugins/early-start.ts`. */
export type EarlyFiles = Record<FirstScreen, { scripts: string[]; styles: string[] }> & {
  texts: Record<'ru' | 'en', Record<FirstScreen, string[]>>;
  /** Of the page itself: the app waits for them. */
  styles: string[];
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own.
  interface Window {
    /** Resolves when the style sheets of the page are there, with false when one cannot be had. */
    otvetStyles?: Promise<boolean>;
  }
}

/** By then the app has asked again. */
const ASK_MS = 20_000;

declare const EARLY_FILES: EarlyFiles;
const files = EARLY_FILES;

/**
 * Runs in the page itself, before anything is loaded: asks at once for the files of the screen that will be shown and for
 * what it shows, which the app would otherwise find out about one after the other.
 */
function startEarly(): void {
  const sessionToken = readStored('sessionToken');
  const screen = pickFirstScreen({ path: window.location.pathname, isSignedIn: sessionToken !== null });
  document.documentElement.dataset.screen = shellOf(screen);
  const locale = pickLocale({ stored: readStored('locale'), wanted: navigator.languages });
  document.documentElement.lang = locale;
  watchTrouble(locale);
  window.otvetStyles = Promise.all(files.styles.map(loadStyle)).then((all) => all.every(Boolean));
  const { scripts, styles } = files[screen];
  for (const file of [...scripts, ...files.texts[locale][screen]]) addLink({ rel: 'modulepreload', file });
  for (const file of styles) addLink({ rel: 'preload', file, as: 'style' });
  if (sessionToken !== null && screen === 'inbox') askEarly(sessionToken);
}

/** Which shell the page draws meanwhile. */
function shellOf(screen: FirstScreen): string {
  if (screen === 'inbox') return isInbox(window.location.pathname) ? 'inbox' : 'app';
  return 'sign';
}

type NewLink = { rel: 'stylesheet' | 'modulepreload' | 'preload'; file: string; as?: string };

function addLink({ rel, file, as = '' }: NewLink): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href: `/${file}`, crossOrigin: '' });
  if (as !== '') link.as = as;
  document.head.append(link);
  return link;
}

/** Whether a style sheet came, at the second try at last. */
async function loadStyle(file: string): Promise<boolean> {
  return (
    (await isLoaded(addLink({ rel: 'stylesheet', file }))) || isLoaded(addLink({ rel: 'stylesheet', file: `${file}?` }))
  );
}

function isLoaded(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
  });
}

/** The token, the record of the person, and what the inbox begins with. */
function askEarly(sessionToken: string): void {
  const answers: EarlyAnswers['answers'] = new Map();
  const ask = (url: string, init: { token: string; credentials: RequestCredentials }): Promise<Response> => {
    const authorization = `Bearer ${init.token}`;
    const signal = AbortSignal.timeout(ASK_MS);
    const answer = fetch(url, { headers: { authorization }, credentials: init.credentials, signal });
    // Whoever takes it hears of the failure; nobody may.
    answer.catch(() => undefined);
    answers.set(url, { authorization, answer });
    return answer;
  };
  const askAs = (token: string): void => {
    const init = { token, credentials: 'include' } as const;
    const uid = readIdentity(token)?.uid;
    if (uid !== undefined) ask(`${serviceUrls.api}/v1/usersData/${encodeURIComponent(uid)}/data/`, init);
    if (!isInbox(window.location.pathname)) return;
    ask(`${serviceUrls.messaging}/v1/chat/all-chats/?limit=${limits.dialogPageSize}&offset=0`, init);
    ask(`${serviceUrls.messaging}/v1/chat/init/`, init);
    ask(`${serviceUrls.api}/v1/channels/all/`, init);
  };
  const complete = ask(`${serviceUrls.auth}/token`, { token: sessionToken, credentials: 'omit' })
    .then((answer) => answer.clone().json())
    .then((body: { token?: unknown }) => (typeof body.token === 'string' ? askAs(body.token) : undefined))
    .catch(() => undefined);
  window.otvetEarly = { at: performance.now(), answers, complete };
}

startEarly();
