import type { WidgetConfig } from '@otvet/contract';
import type { Language, TeaserModule, WindowHandle, WindowModule } from '../shared/host.ts';
import { storageKey } from '../shared/keys.ts';
import { buildLauncher } from './launcher.ts';

/** Paths of the hashed chunks beside the loader: of the window by language, of the teaser; the build writes them in. */
declare const WINDOW_FILES: Record<Language, string>;
declare const TEASER_FILE: string;

const found = document.currentScript ?? document.querySelector('script[data-id][src*="/widget.js"]');
if (found instanceof HTMLScriptElement && !document.getElementById('otvet-widget')) {
  const channelId = found.dataset.id;
  // A cross-origin classic script has no base address of its own for imports: everything goes by the script's URL.
  if (channelId) prepare({ channelId, base: new URL('.', found.src).href });
}

type Place = { channelId: string; base: string };

/** Nothing is asked of the server and nothing is drawn until the page is idle. */
function prepare(place: Place): void {
  const asked = { isEarly: false };
  const listen = (event: MessageEvent) => {
    if (isOpenMessage(event)) asked.isEarly = true;
  };
  window.addEventListener('message', listen);
  whenIdle(async () => {
    const language = pickLanguage();
    const config = await loadConfig(place, language);
    window.removeEventListener('message', listen);
    if (config && !document.getElementById('otvet-widget')) start(place, { config, language }, asked.isEarly);
  });
}

type Start = { config: WidgetConfig; language: Language };

// Three parameters: the loader is counted in bytes.
function start({ channelId, base }: Place, { config, language }: Start, isAskedEarly: boolean): void {
  const { root, button, showState } = buildLauncher({ config, base, language });
  const loading: { window?: Promise<WindowHandle> } = {};

  const load = () => {
    loading.window ??= importFile<WindowModule>(base + WINDOW_FILES[language]).then((module) =>
      module.mountWindow({ root, config, base, channelId, language, launcher: button, showState }),
    );
    // A lost chunk is asked for again at the next click.
    loading.window.catch(() => delete loading.window);
    return loading.window;
  };
  const open = async (isQuiet: boolean) => {
    button.dataset.busy = '';
    const handle = await load().catch(() => undefined);
    delete button.dataset.busy;
    if (handle?.isOpen() && !isQuiet) handle.close();
    else handle?.open({ isQuiet });
  };

  button.addEventListener('click', () => open(false));
  for (const hint of ['pointerenter', 'focus']) button.addEventListener(hint, load, { once: true });

  const wasClosed = () => peek('sessionStorage', storageKey(channelId, 'closed'));
  const wasOpen = peek('sessionStorage', storageKey(channelId, 'open'));
  // The window stood open on the last page; or someone who wrote before may have an answer waiting.
  if (wasOpen) open(true);
  else if (peek('localStorage', storageKey(channelId, 'token'))) whenIdle(load);
  else if (config.teaser && peek('localStorage', storageKey(channelId, 'teaser')) !== config.teaser)
    whenIdle(async () => {
      const { showTeaser } = await importFile<TeaserModule>(base + TEASER_FILE);
      showTeaser({ root, button, channelId, language, text: config.teaser });
    });
  if (config.openByWindowMessage) {
    const openLoud = async () => (await load()).open({ isQuiet: false });
    if (isAskedEarly) openLoud();
    window.addEventListener('message', (event) => isOpenMessage(event) && openLoud());
  }
  if (config.openingTimer > 0 && !wasOpen && !wasClosed())
    setTimeout(() => wasClosed() || open(true), config.openingTimer * 1000);
}

/** Storage may be forbidden to the page. */
function peek(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

function importFile<Module>(address: string): Promise<Module> {
  return import(/* @vite-ignore */ address);
}

async function loadConfig({ channelId, base }: Place, language: Language): Promise<WidgetConfig | undefined> {
  try {
    const response = await fetch(`${base}widget/${encodeURIComponent(channelId)}/config?lang=${language}`);
    const config: unknown = await response.json();
    return response.ok && isConfig(config) ? config : undefined;
  } catch {
    return undefined;
  }
}

function isConfig(value: unknown): value is WidgetConfig {
  return typeof value === 'object' && value !== null && 'color' in value;
}

/** Only the page itself may open the window: no frame, no other window, no other origin. */
function isOpenMessage({ source, origin, data }: MessageEvent<unknown>): boolean {
  const isOwn = source === window && origin === location.origin;
  return isOwn && typeof data === 'object' && data !== null && 'type' in data && data.type === 'otvet:open';
}

function pickLanguage(): Language {
  return /^ru\b/i.test(document.documentElement.lang || navigator.language) ? 'ru' : 'en';
}

function whenIdle(run: () => unknown): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 300);
}
