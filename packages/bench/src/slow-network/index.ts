import { limits } from '@otvet/contract/values';
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../../../e2e/src/harness/open-browser.ts';
import { readTexts } from '../../../e2e/src/harness/read-texts.ts';
import type { BenchOptions } from '../bench.ts';
import { type Figure, median } from '../figures.ts';
import { openStores, type Store } from '../harness/open-stores.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createUpdates } from '../path/telegram-messages.ts';

/** A slow phone on a slow network, with nothing in its cache. */
const NETWORK = { offline: false, latency: 600, downloadThroughput: 40_000, uploadThroughput: 20_000 };
const CPU_SLOWDOWN = 4;
const FIRST_CHAT_ID = 4_000_000;
const HOST = '127.0.0.1';
/** Not counted as requests: fonts, icons and photos come after the first use, and the socket lasts. */
const laterKinds = new Set(['font', 'image', 'websocket']);

const budgets = {
  'first paint': { max: 1500 },
  'sign-in usable': { max: 6000 },
  'inbox usable': { max: 8000 },
  requests: { max: 15 },
};

type Visit = { firstPaint: number; usable: number; requests: string[] };
type Screen = {
  path: string;
  /** What the browser keeps of an earlier visit, while its cache is empty. */
  kept: Record<string, string>;
  isUsable: (page: Page) => Promise<void>;
};

/** How long a first visit takes on a slow phone in a slow network, on the screens where people arrive. */
export async function slowNetworkBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const stores = await openStores({ needsServer: false });
  const store = await stores.make('embedded');
  const stubs = await startVendorStubs();
  const product = await startProduct({ store: openFor(store), vendorUrl: stubs.url, hasModel: false, isActive: false });
  const browser = await openBrowser();
  try {
    await writeAsCustomers(product, stubs.webhook());
    const t = readTexts('ru');
    const screens: Record<string, Screen> = {
      'sign-in': {
        path: '/signin/',
        kept: {},
        isUsable: (page) => page.getByLabel(t('auth.email')).fill('owner@shop.example'),
      },
      inbox: {
        path: '/app/inbox/',
        kept: { 'otvet.sessionToken': product.owner.sessionToken },
        isUsable: (page) => page.getByText(`Customer ${FIRST_CHAT_ID}`).first().waitFor(),
      },
    };
    const figures: Figure[] = [];
    for (const [name, screen] of Object.entries(screens)) {
      const visits: Visit[] = [];
      for (let round = 0; round < (isShort ? 1 : 3); round += 1)
        visits.push(await visit({ browser, url: product.url, screen }));
      if (argv.includes('--requests')) console.log(visits.at(-1)?.requests.join('\n'));
      figures.push(...toFigures(name, visits));
    }
    return figures;
  } finally {
    await browser.close();
    await product.close();
    await stubs.close();
    await stores.close();
  }
}

/** Its pages are opened at the address of the machine. */
function openFor(store: Store): Store {
  return { ...store, env: { ...store.env, ALLOWED_HOSTS: HOST } };
}

/** One message of each of as many customers as a page of the list shows. */
async function writeAsCustomers(product: Product, { url, secret }: { url: string; secret: string }): Promise<void> {
  const http = createHttpClient({ connections: 1 });
  const updates = createUpdates({ firstChatId: FIRST_CHAT_ID, messagesPerDialog: 1 });
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  for (let at = 0; at < limits.dialogPageSize; at += 1)
    await http.send({ url: product.url + new URL(url).pathname, headers, body: updates.next(at).body });
  http.close();
}

type VisitInput = { browser: TestBrowser; url: string; screen: Screen };

async function visit({ browser, url, screen }: VisitInput): Promise<Visit> {
  const { page } = await browser.open({
    hosts: [new URL(url).host],
    stored: { origin: url, values: screen.kept },
    viewport: { width: 390, height: 844 },
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!laterKinds.has(request.resourceType()) && !request.url().includes('/socket.io/'))
      requests.push(`${Math.round(performance.now() - startedAt)} ms ${request.url().slice(url.length)}`);
  });
  const startedAt = performance.now();
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  await screen.isUsable(page);
  const usable = performance.now() - startedAt;
  const asked = [...requests];
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  await browser.reset();
  return { firstPaint, usable, requests: asked };
}

function toFigures(name: string, visits: Visit[]): Figure[] {
  const usable = name === 'inbox' ? budgets['inbox usable'] : budgets['sign-in usable'];
  const middle = (read: (visit: Visit) => number) => median(visits.map(read));
  return [
    {
      name: `${name}: first paint`,
      figure: middle((one) => one.firstPaint),
      unit: 'ms',
      budget: budgets['first paint'],
    },
    { name: `${name}: usable`, figure: middle((one) => one.usable), unit: 'ms', budget: usable },
    {
      name: `${name}: requests`,
      figure: middle((one) => one.requests.length),
      unit: 'requests',
      budget: budgets.requests,
    },
  ];
}
