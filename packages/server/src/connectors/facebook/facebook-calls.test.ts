import { startSimulatedFacebook } from '@otvet/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChoiceStep, CodeStep, FieldsStep, RedirectStep, StepContext } from '../connect-port.ts';
import type { ConnectorChannel, ConnectorIo, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { graphFailure } from '../vendors/meta/testing/meta-sample.ts';
import { facebookConnector } from './index.ts';

const { connect, send, fetchMedia, fetchProfile, sendTyping } = facebookConnector;
const DAY_MS = 24 * 3_600_000;
const WEBHOOK = 'https://shop.example/hooks/facebook/c1';
const anna = { id: '7788990011223344551', name: 'Анна Лесная' };
const RETURN = { state: 's-1', returnUrl: 'https://shop.example/connect-return/' };

let facebook: Awaited<ReturnType<typeof startSimulatedFacebook>>;
let now: number;
let io: ConnectorIo;
let channel: ConnectorChannel;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 23);
  const nobody: typeof fetch = async () => new Response('EVENT_RECEIVED');
  facebook = await startSimulatedFacebook({ fetch: nobody, clock: () => now, hasInstallationApp: true });
  const { META_APP_ID = '', META_APP_SECRET = '', META_VERIFY_TOKEN = '', ...vendorUrls } = facebook.environment;
  io = makeIo({ vendorUrls, vendorKeys: { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN } });
  channel = { id: 'c1', identity: facebook.pageId, credentials: { ...facebook.credentials, verifyToken: 'word' } };
});
afterEach(() => facebook.close());

const contextOf = (values: Record<string, string>, options: Partial<StepContext> = {}): StepContext => {
  return { values, channelId: 'c1', webhookUrl: WEBHOOK, io, ...options };
};
function step(kind: 'redirect', name: string): RedirectStep;
function step(kind: 'choice', name: string): ChoiceStep;
function step(kind: 'fields', name: string): FieldsStep;
function step(kind: 'code', name: string): CodeStep;
function step(kind: string, name: string) {
  const found = connect.steps.find((one) => one.kind === kind && one.name === name);
  if (!found) throw new Error('No such step');
  return found;
}
const isNeeded = (name: string, values: Record<string, string>, options?: Partial<StepContext>) =>
  connect.steps.find((one) => one.name === name)?.isNeeded?.(contextOf(values, options));
const logIn = async (values = { way: 'login' }) => {
  const login = step('redirect', 'login');
  const back = facebook.logIn(await login.open(RETURN, contextOf(values)));
  const query = Object.fromEntries(new URL(back).searchParams);
  expect(query.state).toBe('s-1');
  return await login.take(query, RETURN, contextOf(values));
};
const meet = () => facebook.customerSends({ from: anna, text: 'Здравствуйте' });
const sendToAnna = (message: Partial<OutboundMessage>) =>
  send(buildMessage({ chatId: anna.id, ...message }), channel, io);
const fromPage = () =>
  facebook.simulator.entriesOf(facebook.pageId, anna.id).filter(({ author }) => author === 'business');
const lastCall = () => facebook.simulator.calls.at(-1);

describe('a login with the installation’s application', () => {
  it('is one of two ways, and none where the installation has no application', async () => {
    const ways = await step('choice', 'way').list(contextOf({}));
    expect(ways.map(({ value }) => value)).toEqual(['login', 'own']);
    expect(await isNeeded('way', {})).toBe(true);
    const bare = { io: { ...io, vendorKeys: {} } };
    expect(await isNeeded('way', {}, bare)).toBe(false);
    expect(await isNeeded('credentials', {}, bare)).toBe(true);
    expect(await isNeeded('login', {}, bare)).toBe(false);
    expect(await isNeeded('login', { way: 'login' })).toBe(true);
    expect([await isNeeded('credentials', { way: 'login' }), await isNeeded('callback', { way: 'login' })]).toEqual([
      false,
      false,
    ]);
  });

  it('asks for what is needed alone, and takes the only page at once', async () => {
    const address = new URL(await step('redirect', 'login').open(RETURN, contextOf({ way: 'login' })));
    expect(address.pathname).toMatch(/^\/login\/v\d+\.0\/dialog\/oauth$/);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: facebook.app.id,
      redirect_uri: RETURN.returnUrl,
      scope: 'pages_messaging,pages_manage_metadata,pages_show_list',
    });
    const values = await logIn();
    expect(values).toEqual({ way: 'login', pageToken: expect.stringMatching(/^EAA/), appId: facebook.app.id });
    expect(await isNeeded('page', values)).toBe(false);
    expect(await connect.check(values, io)).toMatchObject({ identity: facebook.pageId, title: 'Мебель «Дом»' });
  });

  it('of several pages one is chosen; one without the right says why, and the login is not kept', async () => {
    const second = facebook.simulator.registerPage({ name: 'Второй магазин' });
    facebook.simulator.registerPage({ name: 'Чужая', tasks: ['ADVERTISE'] });
    const values = await logIn();
    expect(await isNeeded('page', values)).toBe(true);
    const choices = await step('choice', 'page').list(contextOf(values));
    expect(choices.map(({ title, isAvailable, hint }) => [title, isAvailable, hint])).toEqual([
      ['Мебель «Дом»', true, null],
      ['Второй магазин', true, null],
      ['Чужая', false, 'channels.reason.no_rights'],
    ]);
    const chosen = await step('choice', 'page').take(second.id, contextOf(values));
    expect(Object.keys(chosen).sort()).toEqual(['appId', 'pageToken', 'way']);
    expect(await connect.check(chosen, io)).toMatchObject({ identity: second.id });
    const unknown = step('choice', 'page').take('42', contextOf(values));
    await expect(unknown).rejects.toMatchObject({ kind: 'rejected', reason: 'no_rights' });
  });

  it('a refused or spent login is said as such', async () => {
    const login = step('redirect', 'login');
    const take = (query: Record<string, string>) => login.take(query, RETURN, contextOf({ way: 'login' }));
    await expect(take({ error: 'access_denied' })).rejects.toMatchObject({ reason: 'login_refused' });
    await expect(take({ code: 'spent' })).rejects.toMatchObject({ kind: 'unauthorized', reason: 'login_refused' });
  });

  it('subscribes the page and stores the address; a page that the platform unsubscribed does not deliver', async () => {
    const values = await logIn();
    const self = { ...channel, credentials: values };
    const options = { webhookUrl: WEBHOOK, isFirst: true };
    const prepared = await connect.prepare(self, options, io);
    expect(prepared).toEqual({ ...values, webhookUrl: WEBHOOK });
    const kept = await connect.activate({ ...self, credentials: prepared }, options, io);
    expect(kept).toEqual({ ...values, webhookUrl: WEBHOOK });
    const connected = { ...self, credentials: kept };
    expect(await connect.isDelivering?.(connected, options, io)).toBe(true);
    await connect.deactivate(connected, io, new Set());
    expect(facebook.simulator.subscribersOf(facebook.pageId)).toEqual([]);
    expect(await connect.isDelivering?.(connected, options, io)).toBe(false);
    facebook.fail('revoked');
    await expect(connect.check(kept, io)).rejects.toMatchObject({ kind: 'unauthorized', reason: 'token_revoked' });
    await connect.deactivate(connected, io, new Set());
  });
});

describe('an application of the owner’s own', () => {
  const type = (values: Record<string, string>) =>
    step('fields', 'credentials').take?.({ ...facebook.credentials, ...values }, contextOf({}));

  it('is right as a whole, and gets a word of ours', async () => {
    expect(await type({})).toEqual({ ...facebook.credentials, verifyToken: expect.stringMatching(/^.{20,}$/) });
  });

  it.each([
    ['a wrong secret', () => ({ appSecret: 'abc' }), 'appSecret', 'app_secret_invalid'],
    ['an unknown token', () => ({ pageToken: 'EAAnobody' }), 'pageToken', 'token_invalid'],
    [
      'a token without the permission',
      () => ({
        pageToken: facebook.simulator.issuePageToken({
          accountId: facebook.pageId,
          appId: facebook.app.id,
          scopes: ['pages_show_list'],
        }),
      }),
      'pageToken',
      'permission_missing',
    ],
    [
      'another application',
      () => {
        const { id: appId, secret: appSecret } = facebook.simulator.registerApp();
        return { appId, appSecret };
      },
      'pageToken',
      'token_invalid',
    ],
  ])('%s is told at its field', async (_case, values, field, reason) => {
    await expect(type(values())).rejects.toMatchObject({ kind: 'unauthorized', field, reason });
  });

  it('risk: the token of a person reads, and cannot answer', async () => {
    const { pageToken: _page, ...values } = await logIn();
    const vendor = await startVendorServer();
    vendor.answerWith(({ path }) =>
      path.includes('subscribed_apps')
        ? graphFailure(400, { code: 100, error_subcode: 33 })
        : { status: 200, body: { id: '9', name: 'Владелец' } },
    );
    const person = { ...io, vendorUrls: { ...io.vendorUrls, GRAPH_API_URL: vendor.url } };
    const checked = connect.check({ ...values, pageToken: 'made-up' }, person);
    await expect(checked).rejects.toMatchObject({ reason: 'not_page_token', field: 'pageToken' });
    await vendor.close();
  });

  it('the platform must know our address, and bring messages to it', async () => {
    const known = (await type({})) ?? {};
    const goOn = () => step('code', 'callback').take('', contextOf(known));
    expect(await step('code', 'callback').show?.(contextOf(known))).toBe(`${WEBHOOK}\n${known.verifyToken}`);
    await expect(goOn()).rejects.toMatchObject({ kind: 'rejected', reason: 'callback_missing' });
    const callback = { appId: facebook.app.id, object: 'page' as const, verifyToken: 'word' };
    facebook.simulator.setCallback({ ...callback, url: 'https://other.example/', fields: ['messages'] });
    await expect(goOn()).rejects.toMatchObject({ reason: 'callback_missing' });
    facebook.simulator.setCallback({ ...callback, url: WEBHOOK, fields: ['feed'] });
    await expect(goOn()).rejects.toMatchObject({ reason: 'fields_missing' });
    facebook.simulator.setCallback({ ...callback, url: WEBHOOK, fields: ['messages'] });
    expect(await goOn()).toEqual(known);
  });

  it('risk: its address is changed later, and the channel is silent for ever', async () => {
    const callback = { appId: facebook.app.id, object: 'page' as const, verifyToken: 'word', fields: ['messages'] };
    const options = { webhookUrl: WEBHOOK, isFirst: true };
    facebook.simulator.setCallback({ ...callback, url: WEBHOOK });
    const kept = { ...channel, credentials: await connect.activate(channel, options, io) };
    expect(await connect.isDelivering?.(kept, options, io)).toBe(true);
    facebook.simulator.setCallback({ ...callback, url: 'https://other.example/' });
    expect(await connect.isDelivering?.(kept, options, io)).toBe(false);
    const again = connect.activate(kept, { ...options, isFirst: false }, io);
    await expect(again).rejects.toMatchObject({ kind: 'rejected', reason: 'webhook_not_set' });
  });

  it('without a public address nothing can be set up', async () => {
    const set = connect.activate(channel, { webhookUrl: null, isFirst: true }, io);
    await expect(set).rejects.toMatchObject({ kind: 'rejected', reason: 'webhook_not_set' });
  });
});

describe('messages', () => {
  it('bear our number: the last part alone, so that it settles them all', async () => {
    meet();
    await sendToAnna({ text: 'Вот', photos: [buildPhoto()], files: [buildFile()] });
    const sent = facebook.simulator.calls.filter(({ path }) => path.endsWith('/messages'));
    const key = '01936f2a-0000-7000-8000-0000000000ff';
    expect(sent.map(({ body }) => body)).toMatchObject([
      { message: { metadata: `${key}:1`, attachment: { type: 'image' } } },
      { message: { metadata: `${key}:2`, attachment: { type: 'file' } } },
      { message: { metadata: key, text: 'Вот' }, messaging_type: 'RESPONSE' },
    ]);
    expect(fromPage().map(({ attachment, text }) => attachment ?? text)).toEqual([
      'image/jpeg',
      'application/pdf',
      'Вот',
    ]);
  });

  it('choices stand below the words, a reply names its message', async () => {
    const mid = facebook.simulator.customerSends({ accountId: facebook.pageId, from: anna, text: 'Сколько?' });
    const choices = { text: 'Вы об этом?', labels: ['Доставка', 'Оплата'] };
    const outcome = await sendToAnna({ text: 'Вы об этом?\n1) Доставка\n2) Оплата', choices, replyToVendorId: mid });
    expect(outcome.kind).toBe('sent');
    expect(fromPage()).toMatchObject([{ text: 'Вы об этом?', labels: ['Доставка', 'Оплата'], replyTo: mid }]);
  });

  it('after a day a person alone may write, and says so; after a week nobody', async () => {
    meet();
    now += 2 * DAY_MS;
    expect(await sendToAnna({ text: 'Поздно' })).toMatchObject({ kind: 'rejected', reason: 'window_closed' });
    expect(await sendToAnna({ text: 'От человека', isLate: true })).toMatchObject({ kind: 'sent' });
    expect(fromPage()).toMatchObject([{ text: 'От человека', tag: 'HUMAN_AGENT' }]);
    now += 6 * DAY_MS;
    expect(await sendToAnna({ text: 'Поздно', isLate: true })).toMatchObject({ reason: 'window_closed' });
  });

  it('a picture above 8 MB goes as a file, a voice and a video as what they are; above 25 MB nothing does', async () => {
    meet();
    const big = { ...buildPhoto(), size: 9 * 1024 * 1024 };
    const voice = { ...buildFile(), contentType: 'audio/mpeg' };
    const video = { ...buildFile(), contentType: 'video/mp4' };
    await sendToAnna({ photos: [big], files: [voice, video] });
    const kinds = facebook.simulator.calls.flatMap(({ path, body }) => (path.endsWith('/messages') ? [body] : []));
    expect(kinds).toMatchObject(['video', 'audio', 'file'].map((type) => ({ message: { attachment: { type } } })));
    const huge = { ...buildFile(), size: 26 * 1024 * 1024 };
    expect(await sendToAnna({ files: [huge] })).toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
  });

  it.each([
    ['rate-limited', { kind: 'retry', scope: 'unsaid', afterMs: 1000 }],
    ['server-error', { kind: 'retry', scope: 'message' }],
    ['no-answer', { kind: 'unknown' }],
    ['garbage', { kind: 'unknown' }],
    ['page', { kind: 'unknown' }],
    ['blocked', { kind: 'chat-closed', reason: 'messages_denied' }],
    ['restricted', { kind: 'channel-broken', reason: 'account_blocked' }],
  ] as const)('%s', async (fault, outcome) => {
    meet();
    facebook.simulator.faults.add(fault, 1);
    expect(await sendToAnna({ text: 'Да' })).toMatchObject(outcome);
  });

  it.each([
    [
      { code: 1, error_subcode: 99 },
      { kind: 'channel-broken', reason: 'no_rights' },
    ],
    [
      { code: 1, error_subcode: 1357046 },
      { kind: 'chat-closed', reason: 'messages_denied' },
    ],
    [
      { code: 2, error_subcode: 2018344 },
      { kind: 'chat-closed', reason: 'messages_denied' },
    ],
    [
      { code: 100, error_subcode: 2018001 },
      { kind: 'rejected', reason: 'chat_not_found' },
    ],
    [{ code: 32 }, { kind: 'retry', scope: 'channel' }],
    [{ code: 200 }, { kind: 'channel-broken', reason: 'no_rights' }],
  ])('%j', async (error, outcome) => {
    const vendor = await startVendorServer();
    vendor.answerWith(() => graphFailure(400, error));
    const there = { ...io, vendorUrls: { ...io.vendorUrls, GRAPH_API_URL: vendor.url } };
    expect(await send(buildMessage({ text: 'Да' }), channel, there)).toMatchObject(outcome);
    await vendor.close();
  });

  it('a stranger cannot be written to, and typing is shown', async () => {
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'rejected', reason: 'chat_not_found' });
    meet();
    await sendTyping?.(anna.id, channel, io);
    expect(lastCall()?.body).toEqual({ recipient: { id: anna.id }, sender_action: 'typing_on' });
  });
});

describe('what is asked for', () => {
  it('the name of a customer; of whom the platform tells nothing there is none', async () => {
    meet();
    const of = (senderId: string) => fetchProfile?.({ chatId: senderId, senderId }, channel, io);
    expect(await of(anna.id)).toMatchObject({ name: 'Анна Лесная', firstName: 'Анна' });
    expect(await of('42')).toBeNull();
  });

  it('a file by its address, which ends', async () => {
    facebook.customerSends({ from: anna, attachment: 'photo' });
    const media = `${facebook.url}/media/`;
    await expect(fetchMedia?.(`${media}0/none.png`, channel, io)).rejects.toMatchObject({ reason: 'link_expired' });
    await expect(fetchMedia?.('not an address', channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
  });
});
