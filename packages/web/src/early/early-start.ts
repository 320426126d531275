import { limits } from '@otvet/contract/values';
import { serviceUrls } from '../platform/api/service-urls.ts';
import { readStored } from '../platform/session/local-data.ts';
import { readIdentity } from '../platform/session/read-identity.ts';
import { pickLocale } from '../platform/texts/pick-locale.ts';
import { type FirstScreen, pickFirstScreen } from './pick-first-screen.ts';

/** Files of the build, put in by `plugins/early-start.ts`. */
export type EarlyFiles = Record<FirstScreen, { scripts: string[]; styles: string[] }> & {
  texts: Record<'ru' | 'en', Record<FirstScreen, string[]>>;
  /** Of the page itself: the app waits for them. */
  styles: string[];
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own.
  interface Window {
    /** Resolves when the style sheets of the page are there, or cannot be had. */
    otvetStyles?: Promise<unknown>;
  }
}

declare const EARLY_FILES: EarlyFiles;
const files = EARLY_FILES;

/**
 * Runs in the page itself, before anything is loaded: asks at once for the files of the screen that will be shown and for
 * what it shows, which the app would otherwise find out about one after the other.
 */
function startEarly(): void {
  const sessionToken = readStored('sessionToken');
  const screen = pickFirstScreen({ path: window.location.pathname, isSignedIn: sessionToken !== null });
  document.documentElement.dataset.screen = screen;
  const locale = pickLocale({ stored: readStored('locale'), wanted: navigator.languages });
  document.documentElement.lang = locale;
  window.otvetStyles = Promise.all(files.styles.map((file) => loaded(addLink({ rel: 'stylesheet', file }))));
  const { scripts, styles } = files[screen];
  for (const file of [...scripts, ...files.texts[locale][screen]]) addLink({ rel: 'modulepreload', file });
  for (const file of styles) addLink({ rel: 'preload', file, as: 'style' });
  if (sessionToken !== null && screen === 'inbox') askEarly(sessionToken);
}

type NewLink = { rel: 'stylesheet' | 'modulepreload' | 'preload'; file: string; as?: string };

function addLink({ rel, file, as = '' }: NewLink): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href: `/${file}`, crossOrigin: '' });
  if (as !== '') link.as = as;
  document.head.append(link);
  return link;
}

function loaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}

/** The token, the record of the person, and what the inbox begins with. */
function askEarly(sessionToken: string): void {
  const answers = new Map<string, Promise<Response>>();
  const ask = (url: string, init: RequestInit): Promise<Response> => {
    const answer = fetch(url, init);
    // Whoever takes it hears of the failure; nobody may.
    answer.catch(() => undefined);
    answers.set(new URL(url).href, answer);
    return answer;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  window.otvetEarly = { at: performance.now(), answers };
  const tokenUrl = `${serviceUrls.auth}/token`;
  const token = fetch(tokenUrl, { headers: bearer(sessionToken), credentials: 'omit' });
  answers.set(
    tokenUrl,
    token.then((answer) => answer.clone()),
  );
  const askAs = (idToken: string): void => {
    const init: RequestInit = { headers: bearer(idToken), credentials: 'include' };
    const uid = readIdentity(idToken)?.uid;
    if (uid !== undefined) ask(`${serviceUrls.api}/v1/usersData/${encodeURIComponent(uid)}/data/`, init);
    if (!window.location.pathname.startsWith('/app/inbox')) return;
    ask(`${serviceUrls.messaging}/v1/chat/all-chats/?limit=${limits.dialogPageSize}&offset=0`, init);
    ask(`${serviceUrls.messaging}/v1/chat/init/`, init);
    ask(`${serviceUrls.api}/v1/channels/all/`, init);
  };
  void token
    .then((answer) => answer.clone().json())
    .then((body: { token?: unknown }) => (typeof body.token === 'string' ? askAs(body.token) : undefined))
    .catch(() => undefined);
}

startEarly();
