import { readFileSync } from 'node:fs';
import { attachment, readMediaFailure } from '@otvet/contract';
import {
  connectPlatform,
  everyPlatform,
  overApi,
  type SimulatedPlatform,
  type StartedPlatforms,
  startPlatforms,
  startWhatsappWebDouble,
} from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectors } from '../connectors/registry.ts';
import { createWhatsappWebConnector } from '../connectors/whatsapp-web/index.ts';
import { listDialogs, messagesOf } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { answerWith } from '../testing/start-core.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const LARGE = 25 * 1024 * 1024;
const ALWAYS = 1000;
const PHONE = 'whatsapp-web';

const faults = ['expired-media', 'missing-media', 'media-page'] as const;
type Fault = (typeof faults)[number];
type Case = Fault | 'too-large';

/** Cases that a platform cannot bring about, and why. */
const impossible: Record<string, Partial<Record<Case, string>>> = {
  telegram: { 'expired-media': 'every load asks for a new link' },
  avito: { 'too-large': 'the API gives neither videos nor files' },
  [PHONE]: { 'media-page': 'files are encrypted: the key of the message opens no page' },
};

const reasons: Record<Fault, string> = {
  'expired-media': 'link_expired',
  'missing-media': 'file_gone',
  'media-page': 'file_is_page',
};
/** Of the phone only its last word is known: it does not have the file. */
const reasonOf = (type: string, fault: Fault) => (type === PHONE ? 'file_gone' : reasons[fault]);

const types = [...everyPlatform.map(({ type }) => type), PHONE];
const isPossible = (type: string, one: Case) => impossible[type]?.[one] === undefined;
const texts = (['ru', 'en'] as const).map((locale) => {
  const file = new URL(`../../../contract/src/texts/${locale}/dialogs.json`, import.meta.url);
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
});

type Stand = { platform: SimulatedPlatform; from: { id: string; name: string }; channelId: string };

const phone = startWhatsappWebDouble();
const stands = new Map<string, Stand>();
let simulated: StartedPlatforms;
let app: TestApp;
let owner: Person;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  simulated = await startPlatforms(everyPlatform, {
    host: '127.0.0.1',
    fetch: reach,
    returnUrl: (path) => `${PUBLIC_URL}${path}`,
    retryMs: 50,
  });
  app = await startTestApp({
    rates: uncounted,
    env: { ...simulated.environment, PUBLIC_URL, ALLOW_PRIVATE_ADDRESSES: '1' },
    connectors: { ...connectors, [PHONE]: createWhatsappWebConnector(() => phone.load(), { minMs: 0, spreadMs: 0 }) },
    decideTurn: async () => answerWith('Спасибо, посмотрим'),
  });
  owner = await app.signUp();
  for (const { type, platform, customerIds } of simulated.platforms) {
    const channelId = await connectPlatform(overApi(call), { type, platform });
    stands.set(type, { platform, channelId, from: { id: customerIds[0], name: 'Анна' } });
  }
  const ofPhone = { platform: phone, channelId: await linkPhone(), from: { id: '79161234567', name: 'Анна' } };
  stands.set(PHONE, ofPhone);
  // A chat here has two addresses, which the first message tells: what follows comes to a chat that is known.
  phone.customerSends({ from: ofPhone.from, text: 'Здравствуйте' });
  await waitUntil(async () => (await written(ofPhone)).length === 1);
}, 240_000);
afterAll(async () => {
  await app.close();
  await simulated.close();
  await phone.close();
});

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

async function linkPhone(): Promise<string> {
  const { id } = z.object({ id: z.string() }).parse(await call('POST', `/v1/connecting/${PHONE}/`, {}));
  const advance = (input: object) => call('POST', `/v1/connecting/${id}/advance/`, { input });
  const hasStep = (found: object) => async () => {
    const { step } = z.object({ step: z.unknown() }).parse(await call('GET', `/v1/connect/poll/${id}`));
    return Object.entries(found).every(([name, test]) => test(z.record(z.string(), z.unknown()).parse(step)[name]));
  };
  await advance({ kind: 'fields', step: 'number', values: {} });
  await waitUntil(hasStep({ content: (content: unknown) => typeof content === 'string' }));
  phone.scan();
  await waitUntil(hasStep({ kind: (kind: unknown) => kind === 'review' }));
  await advance({ kind: 'review', step: 'review' });
  return id;
}

function standOf(type: string): Stand {
  const stand = stands.get(type);
  if (stand === undefined) throw new Error(`${type} is not connected`);
  return stand;
}

const message = z.object({
  id: z.string(),
  seq: z.number(),
  author: z.string(),
  text: z.string(),
  attachments: z.array(attachment),
});

async function dialogOf({ channelId }: Stand): Promise<string | undefined> {
  return (await listDialogs(app, owner)).find(({ uniqueId }) => uniqueId.endsWith(`_${channelId}`))?.uniqueId;
}

/** What the customer wrote, in the order of the dialog. */
async function written(stand: Stand): Promise<z.output<typeof message>[]> {
  const dialogId = await dialogOf(stand);
  const all = dialogId === undefined ? [] : z.array(message).parse(await messagesOf(app, owner, dialogId));
  return all.filter(({ author }) => author === 'customer').toSorted((one, other) => one.seq - other.seq);
}

const fileOf = async (stand: Stand, id: string) => (await written(stand)).find((one) => one.id === id)?.attachments[0];

/** The customer writes, sends a file and writes again; gives the message of the file once it is there, between both. */
async function sendBetween(
  type: string,
  word: string,
  file: { attachment: 'photo' | 'video' | 'file'; size?: number },
) {
  const stand = standOf(type);
  const { platform, from } = stand;
  platform.customerSends({ from, text: `до: ${word}` });
  platform.customerSends({ from, ...file });
  platform.customerSends({ from, text: `после: ${word}` });
  const isThere = async () => (await written(stand)).some(({ text }) => text === `после: ${word}`);
  await waitUntil(isThere);
  const all = await written(stand);
  const [before, sent, after] = all.slice(all.findIndex(({ text }) => text === `до: ${word}`));
  expect([before?.text, sent?.attachments.length, after?.text]).toEqual([`до: ${word}`, 1, `после: ${word}`]);
  return { stand, id: sent?.id ?? '' };
}

const hasFile = (stand: Stand, id: string, state: string) =>
  waitUntil(async () => (await fileOf(stand, id))?.state === state);

async function retry(stand: Stand, id: string) {
  const dialogId = encodeURIComponent((await dialogOf(stand)) ?? '');
  return message.parse(await call('POST', `/v1/chat/retry-media/${dialogId}/${id}/`, {})).attachments[0];
}

async function loseAndFind(type: string, fault: Fault): Promise<void> {
  const { platform } = standOf(type);
  platform.fail(fault, ALWAYS);
  const { stand, id } = await sendBetween(type, fault, { attachment: 'photo' });
  await hasFile(stand, id, 'failed');
  const failed = await fileOf(stand, id);
  expect(failed).toMatchObject({ type: 'image', url: null, reason: reasonOf(type, fault) });
  for (const words of texts) expect(words).toHaveProperty([`dialogs.media.reason.${failed?.reason}`]);
  expect(readMediaFailure({ reason: failed?.reason ?? null })).toEqual({ isTooLarge: false, canRetry: true });

  await retry(stand, id);
  await hasFile(stand, id, 'failed');
  expect(await fileOf(stand, id)).toMatchObject({ reason: reasonOf(type, fault) });

  platform.repair();
  await retry(stand, id);
  await hasFile(stand, id, 'ready');
  const loaded = await fileOf(stand, id);
  expect(loaded).toMatchObject({ contentType: 'application/img', reason: null });
  const picture = await app.call('GET', new URL(loaded?.url ?? '', app.url).href.replace(app.url, ''));
  expect(picture.status).toBe(200);
}

async function sendLarge(type: string): Promise<void> {
  // A video of this one has no bytes for anybody.
  const attachment = type === 'vkontakte' ? 'file' : 'video';
  const { stand, id } = await sendBetween(type, 'large', { attachment, size: LARGE });
  await hasFile(stand, id, 'failed');
  const failed = await fileOf(stand, id);
  expect(failed).toMatchObject({ url: null, reason: 'file_too_large' });
  expect(readMediaFailure({ reason: failed?.reason ?? null })).toEqual({ isTooLarge: true, canRetry: false });
  expect(await retry(stand, id)).toEqual(failed);
}

/** Where a video that the platform hands to nobody leads to. */
const films: Record<string, unknown> = {
  avito: null,
  vkontakte: expect.stringMatching(/^https:\/\/vk\.com\/video\d+_\d+$/),
};

async function sendFilm(type: string): Promise<void> {
  const { stand, id } = await sendBetween(type, 'film', { attachment: 'video', size: LARGE });
  const shown = await fileOf(stand, id);
  expect(shown).toMatchObject({ type: 'video', state: 'ready', url: null, reason: null, link: films[type] });
  expect(await retry(stand, id)).toEqual(shown);
}

// Platforms know nothing of each other: while one is waited for, the others go on.
it.concurrent.each(types)(
  '%s: a photo that it does not hand out stays, says why and loads once it works; 25 MB are too large for good',
  { timeout: 120_000 },
  async (type) => {
    for (const fault of faults.filter((one) => isPossible(type, one))) await loseAndFind(type, fault);
    if (isPossible(type, 'too-large')) await sendLarge(type);
    if (Object.hasOwn(films, type)) await sendFilm(type);
  },
);
