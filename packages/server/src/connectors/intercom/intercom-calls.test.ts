import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorIo, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from '../suite/vendor-server.ts';
import { conversationWith, failure, sample } from './fixtures/sample.ts';
import { intercomConnector } from './index.ts';

const { channel, chatId } = sample;
const { connect, send, fetchMedia, fetchProfile } = intercomConnector;

let vendor: VendorServer;
let io: ConnectorIo;
beforeAll(async () => {
  vendor = await startVendorServer();
});
beforeEach(() => {
  vendor.requests.length = 0;
  vendor.answerWith(sample.accept);
  io = makeIo({ vendorUrls: { INTERCOM_API_URL: vendor.url } });
});
afterAll(() => vendor.close());

const say = (message: Partial<OutboundMessage>) => send(buildMessage({ chatId, ...message }), channel, io);
const bodiesOf = () =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body.toString()));
const answerPosts = (answer: (request: VendorRequest) => VendorAnswer, gets: VendorAnswer) =>
  vendor.answerWith((request) => (request.method === 'POST' ? answer(request) : gets));
const partOf = (fields: object) => ({
  type: 'conversation_part',
  id: '31000',
  part_type: 'comment',
  author: { type: 'admin', id: '7001' },
  created_at: Math.floor(Date.now() / 1000),
  ...fields,
});

describe('send', () => {
  it('words that look like markup stay words, and lines stay lines', async () => {
    await say({ text: 'a < b & c\n<script>' });
    expect(bodiesOf()).toEqual([
      { message_type: 'comment', type: 'admin', admin_id: '7001', body: 'a &lt; b &amp; c<br>&lt;script&gt;' },
    ]);
    expect(vendor.requests[0]).toMatchObject({
      path: '/conversations/215/reply',
      headers: { 'intercom-version': '2.15', authorization: `Bearer ${channel.credentials.accessToken}` },
    });
  });

  it('words, pictures and files go out together, ten in one call', async () => {
    const outcome = await say({ text: 'Вот', photos: Array.from({ length: 10 }, buildPhoto), files: [buildFile()] });
    expect(bodiesOf().map(({ body, attachment_files: files }) => [body, files.length])).toEqual([
      ['Вот', 10],
      ['', 1],
    ]);
    expect(outcome).toMatchObject({ kind: 'sent', vendorIds: { length: 11 } });
  });

  it('risk: a file without words is refused for good', async () => {
    let calls = 0;
    answerPosts((request) => {
      calls += 1;
      return calls === 1 ? failure(400, 'parameter_invalid') : sample.accept(request);
    }, conversationWith([]));
    expect(await say({ files: [buildFile()] })).toMatchObject({ kind: 'sent' });
    expect(bodiesOf().map(({ body }) => body)).toEqual(['', '📎']);
  });

  it.each<[string, VendorAnswer]>([
    ['the connection broke', 'drop'],
    ['a page answered', { status: 502, body: '<html></html>' }],
    ['the platform failed inside', failure(500, 'server_error')],
    ['the platform timed out', failure(408, 'request_timeout')],
    ['the answer was garbage', { status: 200, body: {} }],
  ])('risk: sent twice because %s after it was taken: the conversation is read first', async (_name, answer) => {
    answerPosts(() => answer, conversationWith([partOf({ body: '<p>Да &amp;<br>нет</p>' })]));
    expect(await say({ text: 'Да &\nнет' })).toEqual({ kind: 'sent', vendorIds: ['31000'] });
    expect(bodiesOf()).toHaveLength(1);
  });

  it.each([
    ['nothing of ours', []],
    ['the same words of long ago', [partOf({ body: 'Да', created_at: 1_790_000_000 })]],
    ['the same words of a colleague', [partOf({ body: 'Да', author: { type: 'admin', id: '7002' } })]],
    ['other words', [partOf({ body: 'Да!' })]],
  ])('risk: lost because it is taken for sent where the conversation has %s', async (_name, parts) => {
    answerPosts(() => 'drop', conversationWith(parts));
    expect(await say({ text: 'Да' })).toMatchObject({ kind: 'retry', scope: 'message' });
  });

  it('a part that an earlier part of this message made is not taken for the next one', async () => {
    let calls = 0;
    const first = partOf({ id: '500', body: 'x'.repeat(7000) });
    answerPosts(
      () => {
        calls += 1;
        return calls === 1 ? conversationWith([first]) : 'drop';
      },
      conversationWith([first]),
    );
    expect(await say({ text: 'x'.repeat(14_000) })).toMatchObject({ kind: 'retry', sentParts: ['500'] });
  });

  it.each([
    [403, 'action_forbidden', 'channel-broken', 'no_rights'],
    [403, 'api_plan_restricted', 'channel-broken', 'plan_restricted'],
    [404, 'admin_not_found', 'channel-broken', 'sender_gone'],
    [404, 'conversation_not_found', 'chat-closed', 'chat_not_found'],
    [404, 'team_unavailable', 'rejected', 'refused'],
    [409, 'conflict', 'retry', 'vendor_error'],
    [413, 'too_large', 'rejected', 'file_too_large'],
    [422, 'parameter_invalid', 'rejected', 'refused'],
  ])('%i %s is %s: %s', async (status, code, kind, reason) => {
    vendor.answerWith(() => failure(status, code));
    expect(await say({ text: 'Да' })).toMatchObject({ kind, reason });
  });
});

describe('connect', () => {
  const typed = { accessToken: channel.credentials.accessToken ?? '', clientSecret: 'made-up' };
  const workspace = (region: string) => ({
    status: 200,
    body: { id: '7001', app: { id_code: 'abc123', name: 'Магазин', region } },
  });
  const inRegions = () =>
    makeIo({
      vendorUrls: {
        INTERCOM_API_URL: `${vendor.url}/us`,
        INTERCOM_EU_API_URL: `${vendor.url}/eu/`,
        INTERCOM_AU_API_URL: `${vendor.url}/au`,
      },
    });
  const context = () => ({
    values: {},
    channelId: 'c',
    webhookUrl: 'https://otvet.example/hooks/intercom/c',
    io: inRegions(),
  });
  const step = (name: string) => connect.steps.find((candidate) => candidate.name === name);

  it.each(['us', 'eu', 'au'])('finds the region that knows the token: %s', async (region) => {
    vendor.answerWith(({ path }) =>
      path.startsWith(`/${region}/`) ? workspace(region.toUpperCase()) : failure(401, 'token_not_found'),
    );
    const first = step('credentials');
    expect(first?.kind === 'fields' && (await first.take?.(typed, context()))).toEqual({ ...typed, region });
    const known = { ...channel, credentials: typed };
    const prepared = await connect.prepare(known, { webhookUrl: 'https://a.example', isFirst: true }, inRegions());
    expect(prepared).toEqual({
      ...typed,
      region,
      adminId: '7001',
      answersUnassigned: 'yes',
      webhookUrl: 'https://a.example',
    });
  });

  it('a token that no region knows is to blame, at its field', async () => {
    vendor.answerWith(() => failure(401, 'token_not_found'));
    await expect(connect.check(typed, inRegions())).rejects.toMatchObject({
      kind: 'unauthorized',
      reason: 'token_invalid',
      field: 'accessToken',
    });
    expect(vendor.requests.map(({ path }) => path)).toEqual(['/us/me', '/eu/me', '/au/me']);
    await expect(connect.check({ ...typed, accessToken: 'a b' }, inRegions())).rejects.toMatchObject({
      reason: 'token_invalid',
    });
  });

  it('risk: a mistyped token of a connected workspace is called revoked', async () => {
    vendor.answerWith(() => failure(401, 'token_not_found'));
    await expect(connect.check({ ...typed, region: 'eu' }, inRegions())).rejects.toMatchObject({
      kind: 'unauthorized',
      reason: 'token_invalid',
      field: 'accessToken',
    });
    expect(vendor.requests.map(({ path }) => path)).toEqual(['/eu/me']);
  });

  it('risk: the platform does not answer, and the owner is told that his token is wrong', async () => {
    vendor.answerWith(() => failure(503, 'service_unavailable'));
    await expect(connect.check(typed, inRegions())).rejects.toMatchObject({ kind: 'retry' });
  });

  it('the workspace is the account, and a sender who left it is named', async () => {
    expect(await connect.check(channel.credentials, io)).toMatchObject({ identity: 'abc123', title: 'Магазин' });
    const gone = connect.check({ ...channel.credentials, adminId: '7009' }, io);
    await expect(gone).rejects.toMatchObject({ kind: 'unauthorized', reason: 'sender_gone' });
  });

  it('offers the teammates and shows the address to paste', async () => {
    const sender = step('sender');
    if (sender?.kind !== 'choice') throw new Error('A choice is expected');
    const asked = { ...context(), io, values: { region: 'us' } };
    expect(await sender.list(asked)).toMatchObject([{ value: '7001', title: 'Ассистент' }, { value: '7002' }]);
    expect(await sender.take('7002', asked)).toEqual({ region: 'us', adminId: '7002' });
    const unassigned = step('unassigned');
    if (unassigned?.kind !== 'choice') throw new Error('A choice is expected');
    expect((await unassigned.list(asked)).map(({ value }) => value)).toEqual(['yes', 'no']);
    expect(await unassigned.take('no', asked)).toEqual({ region: 'us', answersUnassigned: 'no' });
    const webhook = step('webhook');
    expect(webhook?.kind === 'code' && (await webhook.show?.(asked))).toBe(asked.webhookUrl);
  });

  it('keeps the pasted address, so that another one later is noticed', async () => {
    const options = { webhookUrl: 'https://b.example/hooks', isFirst: false };
    expect(await connect.activate(channel, options, io)).toMatchObject({ webhookUrl: options.webhookUrl });
    const { webhookUrl: _none, ...rest } = await connect.prepare(channel, options, io);
    expect(rest).toEqual({ ...channel.credentials, webhookUrl: undefined });
  });
});

describe('media', () => {
  const refTo = (url: string, isPage = false) =>
    JSON.stringify({ chatId: '215', messageId: '9005', place: 0, url, isPage });
  const load = (path: string, isPage = false) => fetchMedia?.(refTo(vendor.url + path, isPage), channel, io);
  const page: VendorAnswer = { status: 200, body: '<html>sign in</html>' };

  it('is fetched without the token', async () => {
    vendor.answerWith(() => ({ status: 200, body: [1] }));
    expect((await load('/a.json'))?.bytes.toString()).toBe('[1]');
    expect(vendor.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('an address that has ended is looked up again in its conversation', async () => {
    const url = `${vendor.url}/new.png`;
    vendor.answerWith(({ path }) => {
      if (path === '/old.png') return { status: 403, body: {} };
      const conversation = conversationWith([partOf({ id: '9005', attachments: [{ url }] })]);
      return path === '/new.png' ? { status: 200, body: [2] } : conversation;
    });
    expect((await load('/old.png'))?.bytes.toString()).toBe('[2]');
  });

  it('is gone where the conversation has no other address, or no such part', async () => {
    vendor.answerWith(({ path }) =>
      path === '/old.png' ? { status: 404, body: {} } : conversationWith([partOf({ id: '9006' })]),
    );
    await expect(load('/old.png')).rejects.toMatchObject({ kind: 'rejected', reason: 'file_gone' });
    await expect(fetchMedia?.('nonsense', channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
  });

  it('risk: a page in the place of a picture is shown as one; a page that was sent is kept', async () => {
    vendor.answerWith(({ path }) => (path.startsWith('/conversations') ? conversationWith([]) : page));
    await expect(load('/a.png')).rejects.toMatchObject({ reason: 'file_is_page' });
    expect((await load('/a.html', true))?.bytes.toString()).toBe(page.body);
  });
});

describe('profile', () => {
  const person = { chatId, senderId: '6a1' };

  it('is asked of the contact', async () => {
    const body = { name: 'Анна', email: 'anna@mail.example', phone: null, browser_language: 'ru' };
    vendor.answerWith(() => ({ status: 200, body }));
    expect(await fetchProfile?.(person, channel, io)).toMatchObject({
      name: 'Анна',
      email: body.email,
      language: 'ru',
    });
    expect(vendor.requests[0]?.path).toBe('/contacts/6a1');
  });

  it('is none where the contact is gone', async () => {
    vendor.answerWith(() => failure(404, 'not_found'));
    expect(await fetchProfile?.(person, channel, io)).toBeNull();
  });
});
