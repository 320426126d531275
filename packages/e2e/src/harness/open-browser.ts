import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { type PageWatch, watchPage } from './watch-page.ts';

/** Git-ignored: what a failed test leaves behind, and the pictures of the screens. */
export const artifacts = fileURLToPath(new URL('../../../../artifacts', import.meta.url));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export type OpenOptions = {
  /** Hosts that the page may talk to. */
  hosts: readonly string[];
  locale?: 'ru' | 'en';
  timezoneId?: string;
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  /** Values that the browser kept since the last visit, by origin. */
  stored?: { origin: string; values: Record<string, string> };
};

/** One browser window of a person: a profile of its own, and what its pages did. */
export type Window = { context: BrowserContext; page: Page; watch: PageWatch; openTab(): Promise<Page> };

/** A running browser. `reset` closes all windows and tells what went wrong in them. */
export type TestBrowser = {
  open(options: OpenOptions): Promise<Window>;
  keepEvidence(name: string): Promise<void>;
  reset(): Promise<string[]>;
  close(): Promise<void>;
};

/** Only ends a step that hangs: beside other work a file takes ten times as long to be read. */
const STEP_PATIENCE_MS = 120_000;

/** What has the focus, in the page: its beginning. */
const FOCUSED = 'document.activeElement?.outerHTML.slice(0, 200)';

/** `hasMicrophone` gives it a device that beeps, and no question whether pages may listen. */
export async function openBrowser({ hasMicrophone = false } = {}): Promise<TestBrowser> {
  const more = hasMicrophone ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : [];
  const browser: Browser = await chromium.launch({ ...findChromium(), args: [...flags, ...more] });
  let windows: Window[] = [];
  const open = async ({
    hosts,
    locale = 'ru',
    timezoneId = 'Europe/Moscow',
    viewport,
    hasTouch = false,
    stored,
  }: OpenOptions): Promise<Window> => {
    const values = Object.entries(stored?.values ?? {}).map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({
      locale: locale === 'ru' ? 'ru-RU' : 'en-US',
      timezoneId,
      viewport: viewport ?? { width: 1440, height: 900 },
      hasTouch,
      isMobile: hasTouch,
      reducedMotion: 'reduce',
      storageState: {
        cookies: [],
        origins: stored === undefined ? [] : [{ origin: stored.origin, localStorage: values }],
      },
    });
    context.setDefaultTimeout(STEP_PATIENCE_MS);
    const page = await context.newPage();
    const watch = watchPage(page, hosts);
    const window: Window = {
      context,
      page,
      watch,
      openTab: async () => {
        const tab = await context.newPage();
        const tabWatch = watchPage(tab, hosts, watch.expected);
        windows.push({ ...window, page: tab, watch: tabWatch });
        return tab;
      },
    };
    windows.push(window);
    return window;
  };
  return {
    open,
    keepEvidence: async (name) => {
      mkdirSync(artifacts, { recursive: true });
      const plain = join(artifacts, name.replaceAll(/[^\p{L}\p{N}]+/gu, '-'));
      for (const [at, { page, watch }] of windows.entries()) {
        await page.screenshot({ path: `${plain}-${at}.png` }).catch(() => undefined);
        const focused = await page.evaluate(FOCUSED).catch(String);
        writeFileSync(`${plain}-${at}.log`, [page.url(), focused, ...watch.console, ...watch.problems()].join('\n'));
        writeFileSync(`${plain}-${at}.html`, await page.content().catch(String));
      }
    },
    reset: async () => {
      const problems = windows.flatMap(({ page, watch }) => watch.problems().map((text) => `${page.url()}: ${text}`));
      const contexts = new Set(windows.map(({ context }) => context));
      windows = [];
      await Promise.all([...contexts].map((context) => context.close()));
      return problems;
    },
    close: () => browser.close(),
  };
}
