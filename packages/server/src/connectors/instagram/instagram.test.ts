import { startSimulatedInstagram } from '@otvet/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorChannel, ConnectorIo, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { readFixtures } from '../suite/connector-sample.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { graphFailure, signRequest, toWire, wrap } from '../vendors/meta/testing/meta-sample.ts';
import { credentials, sample } from './fixtures/sample.ts';
import { instagramConnector } from './index.ts';

const { receive, parse, shared, connect, send, fetchProfile, sendTyping } = instagramConnector;
const { channel } = sample;
const fixtures = new Map(readFixtures('instagram').map(({ name, payload }) => [name, payload]));
const parseOne = (name: string) => {
  expect(fixtures.has(name)).toBe(true);
  const events = parse(fixtures.get(name), channel);
  expect(events).toHaveLength(1);
  return events[0];
};
const chat = { id: sample.chatId, isGroup: false, title: '' };
const nothing = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const CDN = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=';

describe('events', () => {
  it.each([
    ['message-image', '', [{ type: 'image', vendorRef: `${CDN}1` }]],
    ['message-voice', '', [{ type: 'voice', vendorRef: `${CDN}2` }]],
    ['message-heart', '❤️', []],
    ['message-post', `Пальто\n${CDN}post`, []],
    ['message-reel', `${CDN}reel`, []],
    ['message-unsupported', '', [{ type: 'unsupported' }]],
    ['postback', 'Доставка', []],
    ['change-message', 'random_text', []],
  ])('%s', (name, text, attachments) => {
    const whole = attachments.map((attachment) => ({ ...nothing, ...attachment }));
    expect(parseOne(name)).toMatchObject({ kind: 'message', chat, text, attachments: whole, isOwn: false });
  });

  it('risk: a story is kept, which its platform forbids: only its address is', () => {
    const mention = { ...nothing, type: 'inst_stories_mention', link: `${CDN}story` };
    expect(parseOne('message-story-mention')).toMatchObject({ text: '', attachments: [mention] });
    const reply = { ...nothing, type: 'story_reply', link: `${CDN}ours` };
    expect(parseOne('message-story-reply')).toMatchObject({ text: 'Ещё есть?', attachments: [reply], replyTo: null });
    expect(parseOne('message-story-bare')).toMatchObject({ attachments: [{ ...nothing, type: 'story_reply' }] });
  });

  it('replies, edits and deletions name their message; a reading all up to one', () => {
    expect(parseOne('message-reply')).toMatchObject({ replyTo: { messageId: 'aWdfZAG1_0' } });
    expect(parseOne('message-edit')).toMatchObject({ kind: 'edit', messageId: 'aWdfZAG1_1', text: 'Есть размер L?' });
    expect(parseOne('message-deleted')).toEqual({ kind: 'delete', chat, messageIds: ['aWdfZAG1_1'] });
    const of = { by: 'last', messageId: 'aWdfZAG1_13' };
    expect(parseOne('read')).toEqual({ kind: 'receipt', chat, of, state: 'read', reason: null });
  });

  it('risk: nothing says whether an echo is ours, and the dialog is taken over by our own answer', () => {
    expect(parseOne('echo')).toMatchObject({ kind: 'message', chat, isOwn: true });
    expect(parseOne('echo-ours')).toMatchObject({ kind: 'receipt', of: { messageIds: ['aWdfZAG1_14'], ownKey: null } });
  });

  it.each([
    ['self', 'own_account'],
    ['reaction', 'reaction'],
    ['referral', 'referral'],
    ['change-comment', 'change_unsupported'],
  ])('%s is ignored: %s', (name, reason) => expect(parseOne(name)).toEqual({ kind: 'ignored', reason }));

  it('a conversation of another program is not answered', () => {
    expect(parseOne('standby-message')).toMatchObject({ isAddressed: false });
  });
});

describe('receive', () => {
  const body = toWire(wrap('instagram', [{ identity: channel.identity, payload: fixtures.get('message-text') }]));
  const keys = { META_APP_SECRET: 'meta', INSTAGRAM_APP_SECRET: 'direct', META_VERIFY_TOKEN: 'word' };

  it('the shared address takes the secrets of both logins, and no other', () => {
    for (const secret of ['meta', 'direct'])
      expect(shared?.receive(signRequest(body, secret), keys)).toMatchObject({ kind: 'events' });
    for (const secret of ['word', ''])
      expect(shared?.receive(signRequest(body, secret), keys)).toEqual({ kind: 'refused', isMissigned: true });
  });

  it('another account of the same application is refused; "Test" of the dashboard stores nothing', () => {
    const secret = credentials.appSecret;
    const other = wrap('instagram', [{ identity: '42', payload: fixtures.get('message-text') }]);
    expect(receive(signRequest(toWire(other), secret), channel)).toEqual({ kind: 'refused' });
    const test = wrap('instagram', [{ identity: '0', payload: fixtures.get('change-message') }]);
    expect(receive(signRequest(toWire(test), secret), channel)).toMatchObject({
      kind: 'reply',
      reply: { status: 200 },
    });
  });
});

describe('calls', () => {
  const anna = { id: '2001778899001122551', name: 'Анна Лесная' };
  const RETURN = { state: 's-1', returnUrl: 'https://shop.example/connect-return/' };
  const options = { webhookUrl: 'https://shop.example/hooks/instagram/c1', isFirst: true };
  let instagram: Awaited<ReturnType<typeof startSimulatedInstagram>>;
  let io: ConnectorIo;
  let now: number;

  beforeEach(async () => {
    now = Date.now();
    const nobody: typeof fetch = async () => new Response('EVENT_RECEIVED');
    instagram = await startSimulatedInstagram({ fetch: nobody, clock: () => now, hasInstallationApp: true });
    const { environment } = instagram;
    io = makeIo({ vendorUrls: environment, vendorKeys: environment });
  });
  afterEach(() => instagram.close());

  const context = (values: Record<string, string>) => ({ values, channelId: 'c1', webhookUrl: options.webhookUrl, io });
  async function logIn(way: 'login' | 'direct'): Promise<ConnectorChannel> {
    const step = connect.steps.find(({ name }) => name === way);
    if (step?.kind !== 'redirect') throw new Error('No such step');
    const back = instagram.logIn(await step.open(RETURN, context({ way })));
    const values = await step.take(Object.fromEntries(new URL(back).searchParams), RETURN, context({ way }));
    const { identity } = await connect.check(values, io);
    const self = { id: 'c1', identity, credentials: values };
    const prepared = { ...self, credentials: await connect.prepare(self, options, io) };
    return { ...self, credentials: await connect.activate(prepared, options, io) };
  }
  const sendTo = (self: ConnectorChannel, message: Partial<OutboundMessage>) =>
    send(buildMessage({ chatId: anna.id, ...message }), self, io);
  const heard = () => instagram.simulator.entriesOf(instagram.accountId, anna.id).slice(1);

  it.each(['login', 'direct'] as const)(
    'by the way "%s" the account is connected, answers, and is left',
    async (way) => {
      const self = await logIn(way);
      expect(self.identity).toBe(instagram.accountId);
      expect(await connect.check(self.credentials, io)).toMatchObject({
        accountName: 'dom.mebel',
        profileUrl: 'https://instagram.com/dom.mebel',
      });
      instagram.customerSends({ from: anna, text: 'Здравствуйте' });
      const files = [buildFile()];
      expect(await sendTo(self, { text: 'Вот', photos: [buildPhoto()], files })).toMatchObject({ kind: 'sent' });
      expect(heard().map(({ attachment, text }) => attachment ?? text)).toEqual([
        'image/jpeg',
        'application/pdf',
        'Вот',
      ]);
      await sendTyping?.(anna.id, self, io);
      const person = { chatId: anna.id, senderId: anna.id };
      expect(await fetchProfile?.(person, self, io)).toMatchObject({
        name: 'Анна Лесная',
        userName: `user_${anna.id}`,
        profileUrl: `https://instagram.com/user_${anna.id}`,
      });
      expect(await connect.isDelivering?.(self, options, io)).toBe(true);
      const shared = connect.standsOn?.(self) ?? [];
      await connect.deactivate(self, io, new Set(shared));
      expect(await connect.isDelivering?.(self, options, io)).toBe(way === 'login');
      await connect.deactivate(self, io, new Set());
      expect(await connect.isDelivering?.(self, options, io)).toBe(false);
    },
  );

  it('risk: 1000 bytes are 500 Russian letters: a longer text arrives whole, cut between sentences', async () => {
    const self = await logIn('direct');
    instagram.customerSends({ from: anna, text: 'Здравствуйте' });
    const text = Array.from({ length: 60 }, (_, at) => `Предложение номер ${at} 😀.`).join(' ');
    expect(await sendTo(self, { text })).toMatchObject({ kind: 'sent' });
    const parts = heard().map((entry) => entry.text);
    expect(parts.join(' ')).toBe(text);
    expect(parts.every((part) => Buffer.byteLength(part) <= 1000 && part.endsWith('.'))).toBe(true);
  });

  it('a file of 25 MB goes out, a bigger one is refused', async () => {
    const self = await logIn('direct');
    instagram.customerSends({ from: anna, text: 'Здравствуйте' });
    const sized = (size: number) => sendTo(self, { files: [{ ...buildFile(), size }] });
    expect(await sized(25 * 1024 * 1024)).toMatchObject({ kind: 'sent' });
    expect(await sized(25 * 1024 * 1024 + 1)).toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
  });

  it('risk: a token of sixty days ends, and cannot be renewed any more', async () => {
    const self = await logIn('direct');
    const due = connect.renewal?.dueAt(self.credentials)?.getTime() ?? 0;
    const DAY_MS = 24 * 3_600_000;
    expect(due - now).toBeGreaterThan(28 * DAY_MS);
    expect(due - now).toBeLessThan(31 * DAY_MS);
    const renewed = (await connect.renewal?.renew(self, io)) ?? {};
    expect(renewed.pageToken).not.toBe(self.credentials.pageToken);
    expect(await connect.check(renewed, io)).toMatchObject({ identity: self.identity });
    instagram.simulator.setRevoked(instagram.accountId, true);
    await expect(connect.renewal?.renew(self, io)).rejects.toMatchObject({
      kind: 'unauthorized',
      reason: 'token_revoked',
    });
    expect(connect.renewal?.dueAt((await logIn('login')).credentials)).toBeNull();
  });

  it('a page without an account cannot be chosen; a spent login is told as such', async () => {
    instagram.simulator.registerPage({ name: 'Без Instagram' });
    const step = connect.steps.find(({ name }) => name === 'page');
    const values = { way: 'login', userToken: '' };
    const login = connect.steps.find(({ name }) => name === 'login');
    if (step?.kind !== 'choice' || login?.kind !== 'redirect') throw new Error('No such step');
    instagram.simulator.registerPage({ name: 'Второй', instagram: 'second' });
    const back = instagram.logIn(await login.open(RETURN, context({ way: 'login' })));
    const query = Object.fromEntries(new URL(back).searchParams);
    const known = await login.take(query, RETURN, context({ way: 'login' }));
    expect((await step.list(context({ ...values, ...known }))).map(({ title, hint }) => [title, hint])).toEqual([
      ['@dom.mebel', null],
      ['Без Instagram', 'channels.reason.no_instagram_account'],
      ['@second', null],
    ]);
    const direct = connect.steps.find(({ name }) => name === 'direct');
    const spent =
      direct?.kind === 'redirect' ? direct.take({ code: 'spent' }, RETURN, context({ way: 'direct' })) : null;
    await expect(spent).rejects.toMatchObject({ kind: 'unauthorized', reason: 'login_refused' });
  });

  it.each([
    [
      { code: 10, error_subcode: 2534022 },
      { kind: 'rejected', reason: 'window_closed' },
    ],
    [
      { code: 10, error_subcode: 2018278 },
      { kind: 'rejected', reason: 'window_closed' },
    ],
    [{ code: 1545041 }, { kind: 'rejected', reason: 'window_closed' }],
    [{ code: 10 }, { kind: 'channel-broken', reason: 'no_rights' }],
    [{ code: 9010 }, { kind: 'rejected', reason: 'chat_not_found' }],
    [
      { code: 100, error_subcode: 2018001 },
      { kind: 'rejected', reason: 'chat_not_found' },
    ],
    [{ code: 551 }, { kind: 'chat-closed', reason: 'messages_denied' }],
    [{ code: 80006 }, { kind: 'retry', scope: 'channel' }],
  ])('%j', async (error, outcome) => {
    const vendor = await startVendorServer();
    vendor.answerWith(() => graphFailure(400, error));
    const there = { ...io, vendorUrls: { ...io.vendorUrls, GRAPH_API_URL: vendor.url } };
    expect(await send(buildMessage({ text: 'Да' }), channel, there)).toMatchObject(outcome);
    await vendor.close();
  });
});
