import { startVkontakteSimulator, type VkontakteSimulator } from '@otvet/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorChannel, ConnectorIo, OutboundFile, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { failure } from './fixtures/sample.ts';
import { vkontakteConnector } from './index.ts';
import { vkontakteEnvironment } from './settings.ts';

const { connect, send, sendTyping, fetchMedia, fetchProfile, pull, parse, receive } = vkontakteConnector;
const anna = { id: 77, name: 'Анна Орлова' };
const chat = { id: 2_000_000_005, title: 'Мебель на заказ' };
const WEBHOOK = 'https://shop.example/hooks/vkontakte/c1';

let vk: VkontakteSimulator;
let io: ConnectorIo;
let channel: ConnectorChannel;

beforeEach(async () => {
  // Our address as the platform reaches it: whatever stands in the channel now answers.
  const us = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const path = String(input).slice(`${WEBHOOK}/`.length);
    const request = { method: 'POST' as const, path, query: {}, headers: {}, body: Buffer.from(String(init?.body)) };
    const result = receive(request, channel);
    const reply = 'reply' in result ? result.reply : undefined;
    return new Response(reply?.body ?? '', { status: result.kind === 'refused' ? 401 : 200 });
  };
  vk = await startVkontakteSimulator({ fetch: us, repeatsAfterMs: [] });
  io = makeIo({ vendorUrls: { VK_API_URL: `${vk.url}/` } });
  channel = { id: 'c1', identity: String(vk.groupId), credentials: vk.credentials };
});
afterEach(() => vk.close());

const checkWith = (changes: Record<string, string>) => connect.check({ ...vk.credentials, ...changes }, io);
const activateAt = async (webhookUrl: string | null) => {
  const options = { webhookUrl, isFirst: true };
  const credentials = await connect.prepare(channel, options, io);
  channel = { ...channel, credentials };
  channel = { ...channel, credentials: await connect.activate(channel, options, io) };
};
const sendTo = (message: Partial<OutboundMessage>) => send(buildMessage({ chatId: '77', ...message }), channel, io);
const fromUs = () => vk.messagesOf(77).filter(({ out }) => out === 1);
const pullOnce = (cursor: string, waitSeconds = 0) => {
  if (!pull) throw new Error('VK can be pulled.');
  return pull(channel, cursor, { signal: new AbortController().signal, waitSeconds }, io);
};

describe('connect', () => {
  it.each([
    '228391407',
    '-228391407',
    'club228391407',
    'public228391407',
    'https://vk.com/club228391407',
    'mebel_shop',
    'vk.ru/Mebel_Shop/',
  ])('the community may be named as %s', async (community) => {
    expect(await checkWith({ community })).toEqual({
      identity: '228391407',
      accountName: 'mebel_shop',
      title: 'Мебель на заказ',
      profileUrl: 'https://vk.com/mebel_shop',
      foreignWebhook: null,
    });
  });

  it('another community, a wrong key and a key of a person are told apart', async () => {
    await expect(checkWith({ community: 'club1' })).rejects.toMatchObject({
      reason: 'other_community',
      field: 'community',
    });
    await expect(checkWith({ community: 'other' })).rejects.toMatchObject({ reason: 'other_community' });
    await expect(checkWith({ token: 'vk1.a.wrong' })).rejects.toMatchObject({
      kind: 'unauthorized',
      reason: 'token_invalid',
    });
    await expect(checkWith({ token: '' })).rejects.toMatchObject({ kind: 'unauthorized', reason: 'token_invalid' });
    vk.refuse({ method: 'groups.getTokenPermissions', code: 28, words: 'Application authorization failed' });
    await expect(checkWith({})).rejects.toMatchObject({ reason: 'not_community_key', field: 'token' });
    vk.refuse({ method: 'groups.getById', code: 100 });
    await expect(checkWith({})).rejects.toMatchObject({ kind: 'unauthorized', reason: 'not_community_key' });
  });

  it('a failure of the platform is not blamed on the key', async () => {
    vk.refuse({ method: 'groups.getById', code: 10 });
    await expect(checkWith({})).rejects.toMatchObject({ kind: 'retry', reason: 'vendor_error' });
  });

  it.each([
    ['manage', 'right_manage_missing'],
    ['messages', 'right_messages_missing'],
    ['photos', 'right_photos_missing'],
    ['docs', 'right_docs_missing'],
  ])('a key without the right "%s" is refused by its name', async (right, reason) => {
    vk.setKey({ permissions: ['manage', 'messages', 'photos', 'docs'].filter((name) => name !== right) });
    await expect(checkWith({})).rejects.toMatchObject({ kind: 'rejected', reason, field: 'token' });
  });

  it('a server is added, confirmed while it is added, used again, and taken away without the others', async () => {
    vk.addForeignServer('https://other.example/hook');
    await activateAt(WEBHOOK);
    expect(channel.credentials).toMatchObject({ webhookUrl: WEBHOOK, confirmation: 'a1b2c3d4' });
    const url = `${WEBHOOK}/${channel.credentials.webhookPath}`;
    const ours = () => vk.servers().filter((server) => server.url === url);
    expect(ours()).toMatchObject([{ status: 'ok', title: 'Otvet', secret: channel.credentials.webhookSecret }]);
    const [first] = ours();
    expect([...(first?.settings ?? [])]).toContain('message_event');
    await activateAt(WEBHOOK);
    expect(ours()).toEqual([first]);
    await connect.deactivate(channel, io, new Set());
    expect(vk.servers().map((server) => server.url)).toEqual(['https://other.example/hook']);
  });

  it('a server that the platform gave up, and one that somebody deleted, no longer deliver', async () => {
    const isDelivering = () => connect.isDelivering?.(channel, { webhookUrl: WEBHOOK, isFirst: false }, io);
    await activateAt(WEBHOOK);
    expect(await isDelivering()).toBe(true);
    const ours = vk.servers().find(({ url }) => url.startsWith(WEBHOOK));
    if (ours) ours.status = 'failed';
    expect(await isDelivering()).toBe(false);
    await activateAt(WEBHOOK);
    expect(await isDelivering()).toBe(true);
    await connect.deactivate(channel, io, new Set());
    expect(await isDelivering()).toBe(false);
  });

  it('a broken server of ours, and one of a former address, are replaced', async () => {
    vk.addForeignServer('https://former.example/hooks/vkontakte/c1/old-path');
    await activateAt(WEBHOOK);
    const [first] = vk.servers();
    if (first) first.status = 'failed';
    await activateAt(WEBHOOK);
    expect(vk.servers()).toMatchObject([{ status: 'ok', url: `${WEBHOOK}/${channel.credentials.webhookPath}` }]);
  });

  it('an address that does not confirm is reported, and can be taken away by what was prepared', async () => {
    const options = { webhookUrl: WEBHOOK, isFirst: true };
    const credentials = await connect.prepare(channel, options, io);
    // Nothing was stored: the platform is answered by a channel without secrets.
    await expect(connect.activate({ ...channel, credentials }, options, io)).rejects.toMatchObject({
      reason: 'webhook_refused',
    });
    expect(vk.servers()).toHaveLength(1);
    await connect.deactivate({ ...channel, credentials }, io, new Set());
    expect(vk.servers()).toEqual([]);
  });

  it('an eleventh server is refused in words', async () => {
    for (let count = 0; count < 10; count += 1) vk.addForeignServer(`https://other.example/${count}`);
    await expect(activateAt(WEBHOOK)).rejects.toMatchObject({ kind: 'rejected', reason: 'webhook_limit' });
  });

  it('leaving with a revoked key is no failure, leaving while the platform fails is', async () => {
    vk.refuse({ method: 'groups.getCallbackServers', code: 10 });
    await expect(connect.deactivate(channel, io, new Set())).rejects.toMatchObject({ kind: 'retry' });
    vk.fail('revoked');
    await connect.deactivate(channel, io, new Set());
  });

  it('a later preparation keeps the secrets and forgets the address until it stands', async () => {
    await activateAt(WEBHOOK);
    const later = await connect.prepare(
      channel,
      { webhookUrl: 'https://new.example/hooks/vkontakte/c1', isFirst: false },
      io,
    );
    expect(later).toMatchObject({
      webhookSecret: channel.credentials.webhookSecret,
      webhookPath: channel.credentials.webhookPath,
    });
    expect(later).not.toHaveProperty('webhookUrl');
    expect(await connect.prepare(channel, { webhookUrl: null, isFirst: false }, io)).not.toHaveProperty('webhookUrl');
  });

  it('the platform’s own address is the documented one', () => {
    expect(vkontakteEnvironment).toEqual({ urls: { VK_API_URL: 'https://api.vk.ru' }, keys: [] });
  });
});

describe('pull', () => {
  it('the first pull loses nothing that comes before the second, and every event comes once', async () => {
    await activateAt(null);
    const { events, cursor } = await pullOnce('');
    expect([events, cursor]).toEqual([[], '0']);
    vk.writes({ from: anna, text: 'Есть доставка?' });
    const batch = await pullOnce(cursor);
    expect(batch.events.map(({ payload }) => parse(payload, channel)[0])).toMatchObject([{ text: 'Есть доставка?' }]);
    expect(await pullOnce(batch.cursor)).toEqual({ events: [], cursor: batch.cursor });
  });

  it('a number that the platform has forgotten begins anew, an ended key costs nothing', async () => {
    await activateAt(null);
    expect(await pullOnce('99')).toEqual({ events: [], cursor: '0' });
    vk.writes({ from: anna, text: 'Да' });
    vk.endLongPollKey();
    expect((await pullOnce('0')).events).toHaveLength(1);
  });

  it.each([
    [1, '8', '8'],
    [2, undefined, '5'],
    [3, undefined, ''],
  ])('failed %i leads to the right number', async (failed, ts, cursor) => {
    const vendor = await startVendorServer();
    const server = { key: 'k', server: `${vendor.url}/longpoll`, ts: '7' };
    vendor.answerWith(({ path }) => ({
      status: 200,
      body: path.startsWith('/longpoll') ? { failed, ts } : { response: server },
    }));
    io = makeIo({ vendorUrls: { VK_API_URL: vendor.url } });
    expect(await pullOnce('5')).toEqual({ events: [], cursor });
    await vendor.close();
  });

  it('a wait that is broken off is an empty batch; a revoked key is no wait', async () => {
    await activateAt(null);
    const stop = new AbortController();
    const waiting = pull?.(channel, '0', { signal: stop.signal, waitSeconds: 25 }, io);
    await expect.poll(() => vk.ledger.calls.at(-1)?.method).toBe('groups.getLongPollServer');
    stop.abort();
    expect(await waiting).toEqual({ events: [], cursor: '0' });
    vk.fail('revoked');
    await expect(pullOnce('0')).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('taking up the long poll takes our server away', async () => {
    await activateAt(WEBHOOK);
    await activateAt(null);
    expect(vk.servers()).toEqual([]);
  });
});

describe('send', () => {
  beforeEach(() => {
    vk.writes({ from: anna, text: 'Есть доставка?' });
  });

  it('risk: a lost answer sends twice: the number of a part is the same at every try, and another for each part', async () => {
    const message = { text: `${'а'.repeat(4000)} ${'б'.repeat(4000)}`, idempotencyKey: 'm-1' };
    const first = await sendTo(message);
    expect(await sendTo(message)).toEqual(first);
    expect(fromUs()).toHaveLength(2);
    expect(new Set(fromUs().map(({ random_id }) => random_id)).size).toBe(2);
    await sendTo({ ...message, idempotencyKey: 'm-2' });
    expect(fromUs()).toHaveLength(4);
  });

  it('the numbers of the platform are those of the conversation, as its echo has them', async () => {
    expect(await sendTo({ text: 'Да' })).toEqual({ kind: 'sent', vendorIds: ['2'] });
    expect(fromUs()[0]).toMatchObject({ conversation_message_id: 2 });
  });

  it('photos go together, pictures of other types as files, a voice by itself', async () => {
    const gif: OutboundFile = { ...buildPhoto(), contentType: 'image/gif', name: 'кот.gif' };
    const ogg: OutboundFile = { ...buildFile(), contentType: 'audio/ogg', name: 'голос.ogg' };
    const outcome = await sendTo({ text: 'Вот', photos: [buildPhoto(), buildPhoto(), gif], files: [ogg, buildFile()] });
    const types = fromUs().map(({ attachments }) => attachments.map(({ type }) => type));
    expect(types).toEqual([['photo', 'photo'], ['doc', 'doc'], ['audio_message']]);
    expect(outcome).toEqual({ kind: 'sent', vendorIds: ['2', '2', '3', '3', '4'] });
  });

  it('a picture that is refused as a photo goes as a file, a file that is refused is said so', async () => {
    const broken = { ...buildPhoto(), read: async () => Buffer.from('x') };
    const vendor = await startVendorServer();
    vendor.answerWith(({ path }) => {
      if (path === '/up') return { status: 200, body: { server: 1, photo: '[]', hash: 'h', file: 'f' } };
      if (path.endsWith('UploadServer')) return { status: 200, body: { response: { upload_url: `${vendor.url}/up` } } };
      if (path.endsWith('docs.save'))
        return { status: 200, body: { response: { type: 'doc', doc: { id: 1, owner_id: -1 } } } };
      return { status: 200, body: { response: [{ conversation_message_id: 5 }] } };
    });
    const other = makeIo({ vendorUrls: { VK_API_URL: vendor.url } });
    expect(await send(buildMessage({ chatId: '77', photos: [broken] }), channel, other)).toEqual({
      kind: 'sent',
      vendorIds: ['5'],
    });
    await vendor.close();
    const exe = { ...buildFile(), name: 'setup.exe' };
    expect(await sendTo({ files: [exe] })).toMatchObject({ kind: 'rejected', reason: 'file_refused' });
  });

  it('an original that is gone does not cost the reply', async () => {
    await sendTo({ text: 'Да', replyToVendorId: '1' });
    expect(fromUs()[0]?.reply_message).toMatchObject({ text: 'Есть доставка?' });
    expect(await sendTo({ text: 'Нет', replyToVendorId: '99', idempotencyKey: 'm-2' })).toMatchObject({ kind: 'sent' });
    expect(fromUs().at(-1)?.reply_message).toBeUndefined();
  });

  it('a keyboard that is refused does not cost the question: its lines are sent', async () => {
    const choices = { text: 'Вы об этом?', labels: ['Доставка'] };
    vk.refuse({ method: 'messages.send', code: 911 });
    expect(await sendTo({ text: 'Вы об этом?\n1) Доставка', choices })).toMatchObject({ kind: 'sent' });
    expect(fromUs()).toMatchObject([{ text: 'Вы об этом?\n1) Доставка' }]);
    await sendTo({ text: 'Вы об этом?', choices, idempotencyKey: 'm-2' });
    expect(fromUs().at(-1)).toMatchObject({ keyboard: { one_time: true } });
    await sendTo({ text: 'Да', endsChoices: true, idempotencyKey: 'm-3' });
    expect(fromUs().at(-1)).toMatchObject({ keyboard: { buttons: [] } });
  });

  it('words that look like a mention call nobody', async () => {
    await sendTo({ text: '[id1|Павел] и [club1|он], но не [скидка]' });
    expect(fromUs()[0]?.text).toBe('[\u2060id1|Павел] и [\u2060club1|он], но не [скидка]');
  });

  it.each([
    [6, { kind: 'retry', scope: 'channel', afterMs: 1000 }],
    [9, { kind: 'retry', scope: 'chat', afterMs: null }],
    [29, { kind: 'retry', scope: 'channel' }],
    [984, { kind: 'retry', scope: 'channel' }],
    [1, { kind: 'retry', scope: 'message', reason: 'vendor_error' }],
    [10, { kind: 'retry', scope: 'message' }],
    [36, { kind: 'retry', scope: 'message' }],
    [5, { kind: 'channel-broken', reason: 'token_revoked' }],
    [27, { kind: 'channel-broken', reason: 'token_revoked' }],
    [7, { kind: 'channel-broken', reason: 'no_rights' }],
    [15, { kind: 'channel-broken', reason: 'no_rights' }],
    [28, { kind: 'channel-broken', reason: 'no_rights' }],
    [203, { kind: 'channel-broken', reason: 'no_rights' }],
    [18, { kind: 'chat-closed', reason: 'customer_gone' }],
    [900, { kind: 'chat-closed', reason: 'customer_banned' }],
    [901, { kind: 'chat-closed', reason: 'messages_denied' }],
    [902, { kind: 'chat-closed', reason: 'messages_denied' }],
    [912, { kind: 'chat-closed', reason: 'bots_switched_off' }],
    [917, { kind: 'chat-closed', reason: 'chat_closed' }],
    [922, { kind: 'chat-closed', reason: 'removed_from_group' }],
    [927, { kind: 'chat-closed', reason: 'chat_closed' }],
    [932, { kind: 'chat-closed', reason: 'chat_closed' }],
    [945, { kind: 'chat-closed', reason: 'chat_closed' }],
    [946, { kind: 'chat-closed', reason: 'chat_closed' }],
    [1021, { kind: 'chat-closed', reason: 'never_started' }],
    [910, { kind: 'rejected', reason: 'text_too_long' }],
    [914, { kind: 'rejected', reason: 'text_too_long' }],
    [14, { kind: 'rejected', reason: 'captcha_needed' }],
    [17, { kind: 'rejected', reason: 'captcha_needed' }],
    [22, { kind: 'rejected', reason: 'file_refused' }],
    [105, { kind: 'rejected', reason: 'file_refused' }],
    [118, { kind: 'retry', scope: 'message' }],
    [121, { kind: 'retry', scope: 'message' }],
    [129, { kind: 'rejected', reason: 'photo_refused' }],
    [100, { kind: 'rejected', reason: 'refused' }],
    [125, { kind: 'rejected', reason: 'refused' }],
  ])('code %i', async (code, outcome) => {
    vk.refuse({ method: 'messages.send', code });
    expect(await sendTo({ text: 'Да' })).toMatchObject(outcome);
  });

  it('a method that keys of communities lack is no dead key', async () => {
    const words = 'Group authorization failed: method is unavailable with group auth';
    vk.refuse({ method: 'messages.send', code: 27, words });
    expect(await sendTo({ text: 'Да' })).toMatchObject({ kind: 'rejected', reason: 'method_unsupported' });
  });

  it('risk: a refusal inside of a success passes as sent', async () => {
    vk.allow({ peerId: 77, isAllowed: false });
    expect(await sendTo({ text: 'Да' })).toMatchObject({ kind: 'chat-closed', reason: 'messages_denied' });
  });

  it('an address that is none is refused before any call', async () => {
    const calls = vk.ledger.calls.length;
    expect(await sendTo({ chatId: 'x', text: 'Да' })).toMatchObject({ kind: 'rejected', reason: 'chat_not_found' });
    expect(vk.ledger.calls).toHaveLength(calls);
  });

  it('typing is shown', async () => {
    await sendTyping?.('77', channel, io);
    expect(vk.ledger.calls.at(-1)).toMatchObject({ method: 'messages.setActivity', answer: { response: 1 } });
  });
});

describe('files of customers', () => {
  const refOf = (attachment: 'photo' | 'voice' | 'file') => {
    const { object } = vk.writes({ from: anna, attachment });
    const [event] = parse({ type: 'message_new', object }, channel);
    const ref = event?.kind === 'message' ? event.attachments[0]?.vendorRef : undefined;
    if (!ref) throw new Error('The message has no file.');
    return ref;
  };
  const load = (ref: string) => fetchMedia?.(ref, channel, io);

  it('are fetched, and asked for again where the address is over', async () => {
    const ref = refOf('photo');
    expect(await load(ref)).toMatchObject({ contentType: 'image/png' });
    vk.fail('expired-media');
    expect((await load(ref))?.bytes.length).toBeGreaterThan(50);
    vk.fail('expired-media', 2);
    await expect(load(ref)).rejects.toMatchObject({ kind: 'rejected', reason: 'link_expired' });
  });

  const serve = async (
    answer: (path: string) => { status: number; body: unknown; headers?: Record<string, string> },
  ) => {
    const vendor = await startVendorServer();
    vendor.answerWith(({ path }) =>
      path.startsWith('/method/') ? { status: 200, body: { response: { items: [] } } } : answer(path),
    );
    const loadFrom = (place: string, more = {}) => {
      const ref = JSON.stringify({ url: `${vendor.url}${place}`, peer: 77, cmid: 1, index: 0, ...more });
      return fetchMedia?.(ref, channel, makeIo({ vendorUrls: { VK_API_URL: vendor.url } }));
    };
    return { vendor, loadFrom };
  };

  it('a page in the place of a file is none, but a page that the customer sent is', async () => {
    const { vendor, loadFrom } = await serve(() => ({ status: 200, body: '<html></html>' }));
    await expect(loadFrom('/a')).rejects.toMatchObject({ reason: 'file_is_page' });
    expect(await loadFrom('/a', { mayBePage: true })).toMatchObject({ contentType: 'text/html' });
    await vendor.close();
  });

  it('a failure of the host is tried again, a reference that is none never', async () => {
    const { vendor, loadFrom } = await serve(() => ({ status: 503, body: 'later' }));
    await expect(loadFrom('/a')).rejects.toMatchObject({ kind: 'retry' });
    for (const ref of ['', '{}', '{"url":"file:///etc/passwd","peer":1,"cmid":1,"index":0}'])
      await expect(load(ref)).rejects.toMatchObject({ kind: 'rejected', reason: 'file_gone' });
    await vendor.close();
  });
});

describe('names', () => {
  it('of a person, of a chat, and of nobody', async () => {
    vk.writes({ from: anna, text: 'Да' });
    vk.writes({ from: anna, chat, text: 'Да' });
    expect(await fetchProfile?.({ chatId: '77', senderId: '77' }, channel, io)).toEqual({
      name: 'Анна Орлова',
      firstName: 'Анна',
      userName: null,
      language: null,
      phone: null,
      email: null,
      profileUrl: 'https://vk.com/id77',
    });
    const group = await fetchProfile?.({ chatId: String(chat.id), senderId: '77' }, channel, io);
    expect(group).toMatchObject({ name: 'Мебель на заказ', profileUrl: null });
    const vendor = await startVendorServer();
    vendor.answerWith(() => ({ status: 200, body: { response: [] } }));
    const empty = makeIo({ vendorUrls: { VK_API_URL: vendor.url } });
    expect(await fetchProfile?.({ chatId: '99', senderId: '99' }, channel, empty)).toBeNull();
    vendor.answerWith(() => failure(5, 'User authorization failed'));
    await expect(fetchProfile?.({ chatId: '99', senderId: '99' }, channel, empty)).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    await vendor.close();
  });
});
