import { type AvitoSimulator, startAvitoSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import type { StepContext } from '../connect-port.ts';
import type { ConnectorChannel, ConnectorIo, InboundEvent, OutboundMessage, PullBatch } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from '../suite/vendor-server.ts';
import { CHAT_ID, chatBody, failure, sample, USER_ID } from './fixtures/sample.ts';
import { avitoConnector } from './index.ts';

const { channel, chatId } = sample;
const { connect, send, fetchMedia, fetchProfile, parse, pull } = avitoConnector;
/** Signed in with the application of the installation. */
const { clientId: _id, clientSecret: _secret, ...signedIn } = channel.credentials;
const ofLogin: ConnectorChannel = { ...channel, credentials: signedIn };
const application = { AVITO_CLIENT_ID: 'app-1', AVITO_CLIENT_SECRET: 'app-secret' };

let vendor: VendorServer;
let io: ConnectorIo;
beforeAll(async () => {
  vendor = await startVendorServer();
});
beforeEach(() => {
  vendor.requests.length = 0;
  vendor.answerWith(sample.accept);
  io = makeIo({ vendorUrls: { AVITO_API_URL: vendor.url, AVITO_LOGIN_API_URL: 'https://avito.ru' } });
});
afterAll(() => vendor.close());

const say = (message: Partial<OutboundMessage>, to = channel) => send(buildMessage({ chatId, ...message }), to, io);
const answerSends = (answer: VendorAnswer, others = sample.accept) =>
  vendor.answerWith((request) => (/\/messages(?:\/image)?$/.test(request.path) ? answer : others(request)));
const listed = (fields: object) => ({
  id: 'm-lost',
  author_id: Number(USER_ID),
  direction: 'out',
  created: Math.floor(Date.now() / 1000),
  type: 'text',
  content: { text: 'Да' },
  ...fields,
});
const withMessages = (messages: unknown) => (request: VendorRequest) =>
  request.path.includes('/messages/?') ? { status: 200, body: messages } : sample.accept(request);

describe('send', () => {
  it('encodes the tilde of a chat, and bears the token', async () => {
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'sent' });
    expect(vendor.requests[0]).toMatchObject({
      path: `/messenger/v1/accounts/${USER_ID}/chats/${CHAT_ID.replace('~', '%7E')}/messages`,
      headers: { authorization: `Bearer ${channel.credentials.accessToken}` },
    });
  });

  it('a file is a link with its name; without a public address it is refused in words', async () => {
    await say({ files: [{ ...buildFile(), name: 'имя'.repeat(500) }] });
    const { text } = JSON.parse(vendor.requests[0]?.body.toString() ?? '').message;
    expect(text.length).toBe(1000);
    expect(text).toMatch(/\nhttps:\/\/otvet\.example\/files\/f2\.pdf$/);
    expect(await say({ files: [{ ...buildFile(), url: null }] })).toMatchObject({
      kind: 'rejected',
      reason: 'public_address_needed',
    });
  });

  it('a picture that the platform does not take is a link, one that it refuses is told so', async () => {
    await say({ photos: [{ ...buildPhoto(), contentType: 'image/webp' }] });
    expect(vendor.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['messages']);
    vendor.answerWith((request) =>
      request.path.endsWith('uploadImages') ? failure(400, 'bad image') : sample.accept(request),
    );
    expect(await say({ photos: [buildPhoto()] })).toMatchObject({ kind: 'rejected', reason: 'photo_refused' });
  });

  it('parts of one text go a second apart: times of the platform are whole seconds', async () => {
    const clock = createTestClock();
    const waiting = send(buildMessage({ chatId, text: 'слово '.repeat(300) }), channel, { ...io, clock });
    const sends = () => vendor.requests.filter(({ path }) => path.endsWith('/messages')).length;
    await expect.poll(() => [sends(), clock.countSet()]).toEqual([1, 1]);
    clock.advance(1000);
    expect(await waiting).toMatchObject({ kind: 'sent', vendorIds: { length: 2 } });
  });

  it.each([
    [400, { kind: 'rejected', reason: 'refused' }],
    [402, { kind: 'channel-broken', reason: 'subscription_needed' }],
    [404, { kind: 'chat-closed', reason: 'chat_not_found' }],
  ])('%i is what the reference says', async (status, outcome) => {
    answerSends(failure(status, 'made up'));
    expect(await say({ text: 'Да' })).toMatchObject(outcome);
  });

  it('a limit without a named pause holds for a minute', async () => {
    answerSends(failure(429, 'Too Many Requests'));
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'retry', afterMs: 60_000, scope: 'unsaid' });
  });
});

describe('a dead token', () => {
  const token = { access_token: 'fresh', expires_in: 10 };
  const isFresh = ({ headers }: VendorRequest) => headers.authorization === 'Bearer fresh';

  it.each([401, 403])('keys ask for another one by %i, once, and the send goes on', async (status) => {
    vendor.answerWith((request) => {
      if (request.path === '/token') return { status: 200, body: token };
      return isFresh(request) ? sample.accept(request) : failure(status, 'expired');
    });
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'sent' });
    expect(vendor.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['messages', 'token', 'messages']);
  });

  it('a voice message that comes as the token dies is fetched with another one, and asked for once more only', async () => {
    vendor.answerWith((request) => {
      if (request.path === '/token') return { status: 200, body: token };
      if (request.path === '/v.mp4') return { status: 200, body: { a: 1 } };
      const found = { status: 200, body: { voices_urls: { '0193-voice': `${vendor.url}/v.mp4` } } };
      return isFresh(request) ? found : failure(401, 'expired');
    });
    const media = await fetchMedia?.(JSON.stringify({ kind: 'voice', voiceId: '0193-voice' }), channel, io);
    expect(media).toMatchObject({ contentType: 'audio/mp4', bytes: Buffer.from('{"a":1}') });
    const asked = () => vendor.requests.map(({ path }) => path.split('/').at(-1)?.split('?')[0]);
    expect(asked()).toEqual(['getVoiceFiles', 'token', 'getVoiceFiles', 'v.mp4']);
    vendor.answerWith(({ path }) => (path === '/token' ? { status: 200, body: token } : failure(401, 'expired')));
    const refused = fetchMedia?.(JSON.stringify({ kind: 'voice', voiceId: '0193-voice' }), channel, io);
    await expect(refused).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(asked().slice(4)).toEqual(['getVoiceFiles', 'token', 'getVoiceFiles']);
  });

  it('a login has no keys: only its renewal helps', async () => {
    vendor.answerWith(() => failure(401, 'expired'));
    expect(await say({ text: 'Да' }, ofLogin)).toMatchObject({ kind: 'channel-broken', reason: 'token_revoked' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('403 is the customer’s where the chats of the account may be read, else the account’s', async () => {
    answerSends(failure(403, 'Forbidden'));
    expect(await say({ text: 'Да' }, ofLogin)).toMatchObject({ kind: 'chat-closed', reason: 'messages_denied' });
    vendor.answerWith(() => failure(403, 'Forbidden'));
    expect(await say({ text: 'Да' }, ofLogin)).toMatchObject({ kind: 'channel-broken', reason: 'no_rights' });
  });
});

describe('a lost answer', () => {
  it.each([
    ['an object', (messages: object[]) => ({ messages })],
    ['a bare list, as documented', (messages: object[]) => messages],
  ])('is found in the chat: %s', async (_form, shape) => {
    answerSends('drop', withMessages(shape([listed({ id: 'm-other', content: { text: 'Нет' } }), listed({})])));
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'sent', vendorIds: ['m-lost'] });
  });

  it('a picture is found by its kind', async () => {
    answerSends('drop', withMessages([listed({ type: 'image', content: {} })]));
    expect(await say({ photos: [buildPhoto()] })).toMatchObject({ kind: 'sent', vendorIds: ['m-lost'] });
  });

  it.each([
    ['an earlier one', listed({ created: 1_700_000_000 })],
    ['the customer’s', listed({ author_id: 2, direction: 'in' })],
    ['of another kind', listed({ type: 'image' })],
  ])('%s is not ours: the send is tried again', async (_name, message) => {
    answerSends('drop', withMessages([message]));
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'retry', reason: 'vendor_error' });
  });

  it('one that an earlier try has sent is not taken for this one', async () => {
    answerSends('drop', withMessages([listed({})]));
    const outcome = await say({ text: `${'Да. '.repeat(260)}Да`, sentParts: ['m-lost'] });
    expect(outcome.kind).not.toBe('sent');
  });

  it('a chat that cannot be read leaves it unknown', async () => {
    answerSends('drop', (request) =>
      request.path.includes('/messages/?') ? failure(404, 'gone') : sample.accept(request),
    );
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'unknown' });
  });
});

describe('connecting', () => {
  const context = (vendorKeys: Record<string, string>, values: Record<string, string> = {}): StepContext => ({
    values,
    channelId: channel.id,
    webhookUrl: null,
    io: { ...io, vendorKeys },
  });
  const needed = async (at: StepContext) => {
    const found = await Promise.all(connect.steps.map(async (step) => (await step.isNeeded?.(at)) && step.name));
    return found.filter((name) => name !== false);
  };
  const login = () => {
    const step = connect.steps.find(({ kind }) => kind === 'redirect');
    if (step?.kind !== 'redirect') throw new Error('A login is expected');
    return step;
  };

  it('asks for keys where the installation has no application, and for the way where it has one', async () => {
    expect(await needed(context({}))).toEqual(['credentials']);
    expect(await needed(context({ AVITO_CLIENT_ID: 'app-1', AVITO_CLIENT_SECRET: '' }))).toEqual(['credentials']);
    expect(await needed(context(application, { way: 'login' }))).toEqual(['way', 'login']);
    expect(await needed(context(application, { way: 'keys' }))).toEqual(['way', 'credentials']);
  });

  it('risk: the login opens at the host of the calls: it stands at another one', async () => {
    const url = await login().open({ state: 's 1', returnUrl: 'x' }, context(application));
    expect(url).toBe(
      'https://avito.ru/oauth?response_type=code&pro_users_flow=true&client_id=app-1&scope=messenger%3Aread%2Cmessenger%3Awrite%2Cuser%3Aread&state=s+1',
    );
    expect(login().returnPath).toBe('/connect-avito/');
  });

  it.each([
    [{ error: 'access_denied' }, {}, 'login_refused'],
    [{ code: 'spent' }, { error: 'invalid_grant' }, 'login_refused'],
    [{ code: 'c' }, { access_token: 't', refresh_token: 'r', scope: 'messenger:read user:read' }, 'rights_refused'],
  ])('a login that gives %j is refused in words (%j)', async (query, body, reason) => {
    vendor.answerWith(() => ({ status: 200, body }));
    const taken = login().take(query, { returnUrl: 'x' }, context(application));
    await expect(taken).rejects.toMatchObject({ kind: 'rejected', reason });
  });

  it('keeps what a login gives, with its end', async () => {
    const body = { access_token: 't', refresh_token: 'r', expires_in: 100 };
    vendor.answerWith(() => ({ status: 200, body }));
    const clock = createTestClock();
    const at = context(application);
    const kept = await login().take({ code: 'c' }, { returnUrl: 'x' }, { ...at, io: { ...at.io, clock } });
    const expiresAt = String(clock.now().getTime() + 100_000);
    expect(kept).toEqual({ accessToken: 't', refreshToken: 'r', expiresAt });
  });

  it('keys that are refused, with an error or with status 200, are to blame', async () => {
    for (const status of [200, 400, 401]) {
      vendor.answerWith(() => ({ status, body: { error: 'invalid_client', error_description: 'x' } }));
      const checked = connect.check({ clientId: 'a', clientSecret: 'b' }, io);
      await expect(checked).rejects.toMatchObject({
        kind: 'unauthorized',
        reason: 'keys_refused',
        field: 'clientSecret',
      });
    }
    vendor.answerWith(() => ({ status: 503, body: '<html>later</html>' }));
    await expect(connect.check({ clientId: 'a', clientSecret: 'b' }, io)).rejects.toMatchObject({ kind: 'retry' });
  });

  it('keys of the owner take the place of a login', async () => {
    const prepared = await connect.prepare(channel, { webhookUrl: null, isFirst: false }, io);
    expect(prepared.refreshToken).toBeUndefined();
    expect(prepared.webhookUrl).toBeUndefined();
    const kept = await connect.prepare(ofLogin, { webhookUrl: 'https://a.example', isFirst: true }, io);
    expect(kept).toMatchObject({ refreshToken: signedIn.refreshToken, webhookUrl: 'https://a.example' });
  });

  it('an address that does not answer is refused in words; a dead token has nothing to take away', async () => {
    const options = { webhookUrl: 'https://a.example', isFirst: true };
    vendor.answerWith((request) =>
      request.path.endsWith('/v3/webhook') ? failure(400, 'no answer') : sample.accept(request),
    );
    await expect(connect.activate(channel, options, io)).rejects.toMatchObject({ reason: 'webhook_refused' });
    vendor.answerWith((request) =>
      request.path.endsWith('/v3/webhook') ? failure(409, 'known') : sample.accept(request),
    );
    expect(await connect.activate(channel, options, io)).toMatchObject({ webhookUrl: 'https://a.example' });
    vendor.answerWith(() => failure(401, 'dead'));
    expect(await connect.deactivate(ofLogin, io, new Set())).toBeUndefined();
    vendor.answerWith(() => failure(500, 'oops'));
    await expect(connect.deactivate(ofLogin, io, new Set())).rejects.toMatchObject({ kind: 'retry' });
  });
});

describe('renewal', () => {
  const { renewal } = connect;

  it('is due well before the end, and never for what does not end', () => {
    expect(renewal?.dueAt({ expiresAt: '1790086400000' })).toEqual(new Date(1_790_086_400_000 - 6 * 3_600_000));
    expect(renewal?.dueAt({})).toBeNull();
  });

  it('a login gives its refresh token for another one; a spent one needs the owner', async () => {
    const withApplication = { ...io, vendorKeys: application };
    vendor.answerWith(() => ({ status: 200, body: { access_token: 't2', refresh_token: 'r2', expires_in: 5 } }));
    expect(await renewal?.renew(ofLogin, withApplication)).toMatchObject({ accessToken: 't2', refreshToken: 'r2' });
    const form = new URLSearchParams(vendor.requests[0]?.body.toString());
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: signedIn.refreshToken,
      client_id: 'app-1',
      client_secret: 'app-secret',
    });
    vendor.answerWith(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    const refused = { kind: 'unauthorized', reason: 'login_needed' };
    await expect(renewal?.renew(ofLogin, withApplication)).rejects.toMatchObject(refused);
    await expect(renewal?.renew(ofLogin, io)).rejects.toMatchObject(refused);
    vendor.answerWith(() => 'drop');
    await expect(renewal?.renew(ofLogin, withApplication)).rejects.toMatchObject({ kind: 'retry' });
  });
});

describe('profile and files', () => {
  it('the customer is who is not the account; a chat that is gone tells nothing', async () => {
    expect(await fetchProfile?.({ chatId, senderId: '2000400060' }, channel, io)).toMatchObject({
      name: 'Анна',
      profileUrl: 'https://avito.ru/user/0a1b/profile',
      context: { title: 'Диван «Норд»', text: '45 000 ₽', url: 'https://avito.ru/moskva/divan_1768287444' },
    });
    vendor.answerWith(() => failure(404, 'gone'));
    expect(await fetchProfile?.({ chatId, senderId: '1' }, channel, io)).toBeNull();
  });

  it.each([
    ['nothing', {}, null],
    ['another kind', { context: { type: 'phone', value: { title: 'Диван' } } }, null],
    ['wrong form', { context: { type: 'item', value: 'Диван' } }, null],
    ['no more than a name', { context: { type: 'item', value: { title: 'Диван' } } }, ['Диван', '', null]],
    ['another scheme', { context: { type: 'item', value: { title: 'A', url: 'javascript:1' } } }, ['A', '', null]],
  ])('the advert of a chat: %s', async (_case, told, expected) => {
    const { context: _context, ...about } = chatBody;
    vendor.answerWith(() => ({ status: 200, body: { ...about, ...told } }));
    const [title, text, url] = expected ?? [];
    const found = await fetchProfile?.({ chatId, senderId: '2000400060' }, channel, io);
    expect(found?.context).toEqual(expected && { title, text, url });
  });

  it('a voice message by its number, as what it is', async () => {
    vendor.answerWith(({ path }) =>
      path === '/v.mp4'
        ? { status: 200, body: 'opus' }
        : { status: 200, body: { voices_urls: { '0193-voice': `${vendor.url}/v.mp4` } } },
    );
    const page = fetchMedia?.(sample.vendorRef, channel, io);
    await expect(page).rejects.toMatchObject({ reason: 'file_is_page' });
    vendor.answerWith(sample.accept);
    await expect(fetchMedia?.(sample.vendorRef, channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
    await expect(fetchMedia?.('nonsense', channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
  });

  it('a picture whose address is over is looked up in its chat', async () => {
    const sizes = (url: string) => ({ image: { sizes: { '10x10': url } } });
    const vendorRef = JSON.stringify({ kind: 'image', url: `${vendor.url}/old`, chatId, messageId: 'm-1' });
    const message = listed({ id: 'm-1', type: 'image', content: sizes(`${vendor.url}/new`) });
    vendor.answerWith((request) => {
      if (request.path === '/old') return failure(404, 'gone');
      return request.path === '/new' ? { status: 200, body: { a: 1 } } : withMessages([message])(request);
    });
    expect((await fetchMedia?.(vendorRef, channel, io))?.bytes.toString()).toBe('{"a":1}');
    vendor.answerWith((request) => (request.path === '/old' ? failure(404, 'gone') : withMessages([])(request)));
    await expect(fetchMedia?.(vendorRef, channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
  });
});

describe('asking for what is new', () => {
  const anna = { id: 'anna', name: 'Анна' };
  const webhookUrl = `https://shop.example/hooks/avito/${channel.id}`;
  const clock = createTestClock(new Date());
  let avito: AvitoSimulator;
  let ours: ConnectorChannel;
  beforeEach(async () => {
    avito = await startAvitoSimulator({ clock: () => clock.now().getTime(), fetch: async () => new Response() });
    const urls = { AVITO_API_URL: avito.url, AVITO_LOGIN_API_URL: avito.url };
    io = makeIo({ vendorUrls: urls, clock: { ...clock, after: (_ms, callback) => clock.after(0, callback) } });
    const { identity } = await connect.check(avito.credentials, io);
    const plain = { id: channel.id, identity, credentials: avito.credentials };
    const credentials = await connect.prepare(plain, { webhookUrl, isFirst: true }, io);
    ours = {
      ...plain,
      credentials: await connect.activate({ ...plain, credentials }, { webhookUrl, isFirst: true }, io),
    };
    return () => avito.close();
  });

  const ask = async (cursor: string, from = ours, signal = new AbortController().signal): Promise<PullBatch> => {
    const batch = await pull?.(from, cursor, { signal, waitSeconds: 25 }, io);
    if (!batch) throw new Error('Nothing can be pulled');
    return batch;
  };
  const readOf = ({ events }: PullBatch): InboundEvent[] => events.flatMap(({ payload }) => parse(payload, ours));
  const textsOf = (batch: PullBatch) =>
    readOf(batch).flatMap((event) => (event.kind === 'message' ? [event.text] : []));

  it('what came before is not ours to answer; what a webhook lost is found, in order, with the ids of the webhook', async () => {
    avito.customerSends({ from: anna, text: 'до подключения' });
    clock.advance(2000);
    const first = await ask('');
    expect(first.events).toEqual([]);
    avito.setDeaf(true);
    for (const text of ['первое', 'второе']) avito.customerSends({ from: anna, text });
    avito.customerSends({ from: { id: 'boris', name: 'Борис' }, attachment: 'voice' });
    const batch = await ask(first.cursor);
    expect(textsOf(batch)).toEqual(['первое', 'второе', '']);
    expect(batch.events.map(({ eventId }) => eventId)).toEqual([
      ...avito.idsOf('anna').slice(1),
      ...avito.idsOf('boris'),
    ]);
    const again = await ask(batch.cursor);
    expect(again.events.every(({ eventId }) => batch.events.some((known) => known.eventId === eventId))).toBe(true);
  });

  it('an answer of staff is own, a deletion is one, and a reading tells up to where', async () => {
    const { cursor } = await ask('');
    avito.customerSends({ from: anna, text: 'вопрос' });
    avito.staffSends('anna', 'ответ');
    const [asked = '', answered = ''] = avito.idsOf('anna');
    const batch = await ask(cursor);
    expect(readOf(batch)).toMatchObject([{ isOwn: false }, { isOwn: true, text: 'ответ' }]);
    clock.advance(600_000);
    avito.customerSends({ from: { id: 'boris', name: 'Борис' }, text: 'позже' });
    const later = await ask(batch.cursor);
    avito.customerReads('anna');
    expect(readOf(await ask(later.cursor))).toContainEqual(
      expect.objectContaining({ kind: 'receipt', of: { by: 'last', messageId: answered }, state: 'read' }),
    );
    avito.customerDeletes('anna', asked);
    const deleted = await ask(later.cursor);
    expect(deleted.events.map(({ eventId }) => eventId)).not.toContain(asked);
  });

  it('an address that the platform gave up is set again, once an hour', async () => {
    const { cursor } = await ask('');
    const [address = ''] = avito.subscriptions();
    await connect.deactivate(ours, io, new Set());
    expect(avito.subscriptions()).toEqual([]);
    await ask(cursor);
    expect(avito.subscriptions()).toEqual([]);
    clock.advance(3_600_000);
    const { cursor: next } = await ask(cursor);
    expect(avito.subscriptions()).toEqual([address]);
    await connect.deactivate(ours, io, new Set());
    await ask(next);
    expect(avito.subscriptions()).toEqual([]);
  });

  it('without an address it waits before it asks, and ends at once when told to', async () => {
    const { cursor } = await ask('');
    const { webhookUrl: _none, ...credentials } = ours.credentials;
    const pulled = { ...ours, credentials };
    const waiting = ask(cursor, pulled);
    avito.customerSends({ from: anna, text: 'вопрос' });
    clock.advance(0);
    expect(textsOf(await waiting)).toEqual(['вопрос']);
    const stop = new AbortController();
    const stopped = ask(cursor, pulled, stop.signal);
    stop.abort();
    expect(await stopped).toEqual({ events: [], cursor });
  });

  it('a tariff that ended, and a revoked access, are the owner’s to repair', async () => {
    const { cursor } = await ask('');
    avito.setTariff(false);
    await expect(ask(cursor)).rejects.toMatchObject({ kind: 'unauthorized', reason: 'subscription_needed' });
    avito.repair();
    avito.fail('revoked');
    await expect(ask(cursor)).rejects.toMatchObject({ kind: 'unauthorized', reason: 'token_revoked' });
  });

  it('risk: many chats at once never end: a batch has forty of them, the next goes on behind', async () => {
    const { cursor } = await ask('');
    avito.setDeaf(true);
    for (let at = 0; at < 105; at += 1) {
      clock.advance(1000);
      avito.customerSends({ from: { id: `p${at}`, name: 'Имя' }, text: `вопрос ${at}` });
    }
    const found = new Set<string>();
    let next = cursor;
    for (let count = 0; count < 3; count += 1) {
      const batch = await ask(next);
      for (const text of textsOf(batch)) found.add(text);
      next = batch.cursor;
    }
    expect(found.size).toBe(105);
  });
});
