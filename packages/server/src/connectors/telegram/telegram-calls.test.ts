import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { buildSamplePhoto, startTelegramSimulator, type TelegramSimulator } from '@otvet/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorChannel, ConnectorIo, OutboundFile, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, flipByte, makeIo } from '../suite/build-connector-input.ts';
import { telegramConnector } from './index.ts';

const { connect, send, sendTyping, fetchMedia, profileLink, pull } = telegramConnector;
const anna = { id: 77, firstName: 'Анна', username: 'anna_orl' };
const group = { id: -4001, type: 'group' as const, title: 'Мебель' };

let telegram: TelegramSimulator;
let io: ConnectorIo;
let channel: ConnectorChannel;
let token: string;

beforeEach(async () => {
  telegram = await startTelegramSimulator({ allowHttp: true });
  const bot = telegram.registerBot({ username: 'Shop_Bot', name: 'Магазин' });
  token = bot.token;
  io = makeIo({ vendorUrls: { TELEGRAM_API_URL: `${telegram.url}/` } });
  channel = { id: 'c1', identity: String(bot.id), credentials: { token, username: 'Shop_Bot' } };
});
afterEach(() => telegram.close());

const writes = (text = 'Здравствуйте') => telegram.customerSends({ token, from: anna, text });
const sendToAnna = (message: Partial<OutboundMessage>) => send(buildMessage({ chatId: '77', ...message }), channel, io);
const fromBot = () => telegram.messagesOf(77, token).filter(({ author }) => author === 'bot');
/** The ledger names a call as soon as it came, long before a poll is answered. */
const waitForPoll = () => expect.poll(() => telegram.ledger.calls.at(-1)?.method).toBe('getUpdates');
/** As the product does it: what is prepared is kept, then the platform is told. */
const activateAt = async (webhookUrl: string) => {
  const options = { webhookUrl, isFirst: true };
  const credentials = await connect.prepare(channel, options, io);
  return connect.activate({ ...channel, credentials }, options, io);
};
const pullOnce = (cursor: string, waitSeconds = 0) => {
  if (!pull) throw new Error('Telegram can be pulled.');
  return pull(channel, cursor, { signal: new AbortController().signal, waitSeconds }, io);
};

function photo(): OutboundFile {
  const { bytes, name, mimeType } = buildSamplePhoto();
  return { fileId: 'p', contentType: mimeType, name, size: bytes.length, read: async () => bytes, url: null };
}

describe('connect', () => {
  it('a right token names the bot', async () => {
    expect(await connect.check({ token: `  ${token}\n` }, io)).toEqual({
      identity: channel.identity,
      accountName: 'Shop_Bot',
      title: 'Магазин',
      profileUrl: 'https://t.me/Shop_Bot',
      foreignWebhook: null,
    });
  });

  it('a wrong, malformed or revoked token is reported as such', async () => {
    telegram.revokeToken(token);
    for (const wrong of [token, '', 'abc', '0123:abc', `${token}/getMe`, `1:${'x'.repeat(80)}`, '123456:unknown']) {
      await expect(connect.check({ token: wrong }, io)).rejects.toMatchObject({
        kind: 'unauthorized',
        reason: 'token_invalid',
      });
    }
  });

  it('a webhook is set with a secret, proven, delivers and is taken away', async () => {
    const seen: boolean[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const secret = request.headers['x-telegram-bot-api-secret-token'];
      const headers = { 'x-telegram-bot-api-secret-token': typeof secret === 'string' ? secret : undefined };
      const raw = { method: 'POST' as const, path: '', body: Buffer.concat(chunks), headers, query: {} };
      const result = telegramConnector.receive(raw, channel);
      seen.push(result.kind === 'events' && result.events.length === 1);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const webhookUrl = `http://127.0.0.1:${port}/hooks/telegram/c1`;

    await pullOnce('');
    writes('старое');
    const kept = await activateAt(webhookUrl);
    channel = { ...channel, credentials: kept };
    expect(kept).toEqual({
      token,
      webhookSecret: expect.stringMatching(/^[\w-]{43}$/),
      webhookUrl,
      username: 'Shop_Bot',
    });
    writes('новое');
    await telegram.waitUntilDelivered(token);
    expect(seen).toEqual([true]);

    const again = await activateAt(webhookUrl);
    expect(again.webhookSecret).toBe(kept.webhookSecret);
    expect(await connect.check(channel.credentials, io)).toMatchObject({ foreignWebhook: null });
    await connect.deactivate(channel, io, new Set());
    expect(await connect.check({ token }, io)).toMatchObject({ foreignWebhook: null });
    server.closeAllConnections();
    server.close();
  });

  it('another program’s webhook is shown by its origin and survives our leaving', async () => {
    const webhookUrl = 'https://other.example/hook/secret-path';
    await activateAt(webhookUrl);
    expect(await connect.check({ token }, io)).toMatchObject({ foreignWebhook: 'https://other.example' });
    await connect.deactivate(channel, io, new Set());
    expect(await connect.check({ token }, io)).toMatchObject({ foreignWebhook: 'https://other.example' });
  });

  it('a first webhook can be taken away by what was prepared, although connecting went no further', async () => {
    const webhookUrl = 'https://shop.example/hooks/telegram/c9';
    const fresh = { ...channel, credentials: { token } };
    const prepared = await connect.prepare(fresh, { webhookUrl, isFirst: true }, io);
    await connect.activate({ ...fresh, credentials: prepared }, { webhookUrl, isFirst: true }, io);
    await connect.deactivate({ ...fresh, credentials: prepared }, io, new Set());
    expect(await connect.check({ token }, io)).toMatchObject({ foreignWebhook: null });
    const later = await connect.prepare(fresh, { webhookUrl, isFirst: false }, io);
    expect(later).not.toHaveProperty('webhookUrl');
  });

  it('an address that the platform refuses is reported in words', async () => {
    const webhookUrl = 'ftp://shop.example/hook';
    await expect(activateAt(webhookUrl)).rejects.toMatchObject({
      kind: 'rejected',
    });
  });

  it('leaving with a revoked token is no failure', async () => {
    telegram.revokeToken(token);
    await connect.deactivate(channel, io, new Set());
  });
});

describe('pull', () => {
  it('every update comes once, and an empty answer forgets the offset', async () => {
    await connect.activate(channel, { webhookUrl: null, isFirst: true }, io);
    await pullOnce('');
    const { updateIds } = writes();
    const first = await pullOnce('');
    expect(first.events.map(({ eventId }) => eventId)).toEqual(updateIds.map(String));
    expect(first.cursor).toBe(String(Number(updateIds[0]) + 1));
    expect(await pullOnce('')).toMatchObject({ events: first.events });
    expect(await pullOnce(first.cursor)).toEqual({ events: [], cursor: '' });
    expect(await pullOnce('')).toEqual({ events: [], cursor: '' });
  });

  it('an aborted wait ends at once as an empty batch', async () => {
    const controller = new AbortController();
    const waiting = pull?.(channel, '7', { signal: controller.signal, waitSeconds: 50 }, io);
    await waitForPoll();
    controller.abort();
    expect(await waiting).toEqual({ events: [], cursor: '7' });
  });

  it('a webhook and a second poller are told apart', async () => {
    const slow = pullOnce('', 5).catch((error: unknown) => error);
    await waitForPoll();
    await pullOnce('');
    expect(await slow).toMatchObject({ kind: 'retry', reason: 'poller_conflict' });
    await activateAt('https://shop.example/hook');
    await expect(pullOnce('')).rejects.toMatchObject({ kind: 'retry', reason: 'webhook_conflict' });
  });

  it('a revoked token is reported as such', async () => {
    telegram.revokeToken(token);
    await expect(pullOnce('')).rejects.toMatchObject({ kind: 'unauthorized', reason: 'token_revoked' });
  });
});

describe('send', () => {
  it('photos have a short text as caption, a long one follows; files come last', async () => {
    writes();
    await sendToAnna({ text: 'Два вида', photos: [photo(), photo()], files: [buildFile()] });
    await sendToAnna({ text: 'я'.repeat(1025), photos: [photo()] });
    const messages = fromBot().map(({ message }) => message);
    expect(messages.map(({ caption, text }) => (caption ?? text ?? '').length)).toEqual([8, 0, 0, 0, 1025]);
    expect(messages.map(({ photo: sizes, document }) => (sizes ? 'photo' : document && 'file'))).toEqual([
      'photo',
      'photo',
      'file',
      'photo',
      undefined,
    ]);
  });

  it('eleven photos are an album of ten and one', async () => {
    writes();
    const outcome = await sendToAnna({ photos: Array.from({ length: 11 }, photo) });
    expect(outcome).toMatchObject({ kind: 'sent', vendorIds: { length: 11 } });
    const calls = telegram.ledger.calls.map(({ method }) => method);
    expect(calls).toEqual(['sendMediaGroup', 'sendPhoto']);
  });

  it('a GIF moves at the customer, each in a message of its own, and keeps the text below the first', async () => {
    writes();
    const gif = { ...photo(), contentType: 'image/gif', name: 'divan.gif' };
    const outcome = await sendToAnna({ text: 'Вот', photos: [gif, gif] });
    expect(outcome).toMatchObject({ kind: 'sent', vendorIds: { length: 2 } });
    expect(telegram.ledger.calls.map(({ method }) => method)).toEqual(['sendAnimation', 'sendAnimation']);
    const messages = fromBot().map(({ message }) => message);
    expect(messages).toMatchObject([{ animation: {} }, { animation: {}, caption: 'Вот' }].toReversed());
  });

  it('nothing unknown is sent, and no formatting is asked for', async () => {
    writes();
    await sendToAnna({ text: '*a* <b>', photos: [photo()], files: [buildFile(), buildFile()], replyToVendorId: '1' });
    await sendTyping?.('77', channel, io);
    for (const call of telegram.ledger.calls) {
      expect(call.unknownParams).toEqual([]);
      expect(call.params).not.toHaveProperty('parse_mode');
    }
  });

  it('a reply to a deleted message is sent all the same', async () => {
    writes();
    expect(await sendToAnna({ text: 'Да', replyToVendorId: '424242' })).toMatchObject({ kind: 'sent' });
    telegram.faults.add({ kind: 'refused', code: 400, description: 'Bad Request: message to be replied not found' });
    expect(await sendToAnna({ text: 'Да', replyToVendorId: '424242' })).toMatchObject({ kind: 'sent' });
    expect(fromBot()).toHaveLength(2);
  });

  it('a picture that is no photo for the platform goes as a file', async () => {
    writes();
    const outcome = await sendToAnna({ text: 'Вот', photos: [{ ...buildFile(), contentType: 'image/png' }] });
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(fromBot()[0]?.message).toMatchObject({ caption: 'Вот', document: {} });
  });

  it('a picture over 10 MB goes as a file, a file over 50 MB is refused before any call', async () => {
    writes();
    await sendToAnna({ photos: [{ ...photo(), size: 11 * 1024 * 1024 }] });
    expect(fromBot()[0]?.message).toHaveProperty('document');
    const outcome = await sendToAnna({ text: 'Вот', files: [{ ...buildFile(), size: 51 * 1024 * 1024 }] });
    expect(outcome).toEqual({ kind: 'rejected', reason: 'file_too_large', sentParts: [] });
    expect(fromBot()).toHaveLength(1);
  });

  it('a hundred kilobytes arrive whole', async () => {
    writes();
    const text = 'Длинный ответ оператора. '.repeat(4000).trim();
    expect(await sendToAnna({ text })).toMatchObject({ kind: 'sent' });
    const texts = fromBot().map(({ message }) => message.text ?? '');
    expect(texts.every((part) => part.length <= 4096)).toBe(true);
    expect(texts.join(' ')).toBe(text);
  });

  it('a file that storage cannot read now is tried again', async () => {
    writes();
    const broken = { ...buildFile(), read: () => Promise.reject(new Error('disk')) };
    expect(await sendToAnna({ files: [broken] })).toMatchObject({ kind: 'retry', reason: 'file_unreadable' });
  });
});

describe('a try that fails in the middle', () => {
  const message = () => ({ text: 'я'.repeat(1100), photos: [photo(), photo()], files: [buildFile()] });

  it.each([
    [{ kind: 'rate-limited', retryAfter: 3 } as const, { kind: 'retry', scope: 'unsaid', afterMs: 3000 }],
    [{ kind: 'server-error' } as const, { kind: 'retry', scope: 'message' }],
    [{ kind: 'blocked' } as const, { kind: 'chat-closed', reason: 'customer_blocked' }],
    [{ kind: 'socket-drop' } as const, { kind: 'unknown', reason: 'connection_lost' }],
    [{ kind: 'garbage' } as const, { kind: 'unknown', reason: 'garbage_answer' }],
  ])('%o names what was sent, and the next try sends the rest alone', async (fault, expected) => {
    writes();
    telegram.faults.add({ ...fault, method: 'sendMessage' });
    const first = await sendToAnna(message());
    expect(first).toMatchObject({ ...expected, sentParts: { length: 2 } });
    const sentParts = 'sentParts' in first ? first.sentParts : [];
    const wasTaken = fault.kind === 'garbage';
    const second = await sendToAnna({ ...message(), sentParts });
    expect(second).toMatchObject({ kind: 'sent', vendorIds: { 0: sentParts[0], length: 4 } });
    expect(fromBot()).toHaveLength(wasTaken ? 5 : 4);
  });
});

describe('refusals', () => {
  it('a blocked, a left and a never started chat are closed', async () => {
    writes();
    telegram.block({ token, userId: 77 });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'chat-closed', reason: 'customer_blocked' });
    telegram.deactivate({ token, userId: 77 });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'chat-closed', reason: 'customer_gone' });
    expect(await sendToAnna({ chatId: '555', text: 'Да' })).toMatchObject({
      kind: 'chat-closed',
      reason: 'chat_not_found',
    });
    expect(await sendToAnna({ chatId: 'nobody', text: 'Да' })).toMatchObject({
      kind: 'rejected',
      reason: 'chat_not_found',
    });
  });

  it('an upgraded group names its new id, and a group without the bot is closed', async () => {
    telegram.addToGroup({ token, chat: group, by: anna });
    const newId = telegram.upgradeGroup({ token, chatId: group.id, by: anna });
    const moved = { kind: 'chat-moved', toChatId: String(newId), sentParts: [] };
    expect(await sendToAnna({ chatId: '-4001', text: 'Да' })).toEqual(moved);
    expect(await sendToAnna({ chatId: String(newId), text: 'Да' })).toMatchObject({ kind: 'sent' });
    telegram.removeFromGroup({ token, chatId: newId, by: anna });
    expect(await sendToAnna({ chatId: String(newId), text: 'Да' })).toMatchObject({
      kind: 'chat-closed',
      reason: 'removed_from_group',
    });
  });

  it.each([
    [400, "Bad Request: can't parse something new", { kind: 'rejected', reason: 'refused' }],
    [
      400,
      'Bad Request: not enough rights to send text messages to the chat',
      { kind: 'rejected', reason: 'no_rights' },
    ],
    [403, 'Forbidden: something new', { kind: 'chat-closed', reason: 'chat_closed' }],
    [404, 'Not Found', { kind: 'channel-broken', reason: 'token_revoked' }],
    [404, 'Not Found: method not found', { kind: 'rejected', reason: 'method_unsupported' }],
    [409, 'Conflict: something', { kind: 'retry' }],
    [413, 'Request Entity Too Large', { kind: 'rejected', reason: 'file_too_large' }],
    [500, 'Internal Server Error: restart', { kind: 'retry' }],
    [504, 'Gateway Timeout', { kind: 'unknown', reason: 'no_answer' }],
  ])('%i %s', async (code, description, expected) => {
    writes();
    telegram.faults.add({ kind: 'refused', code, description });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject(expected);
  });

  it('a revoked token breaks the channel', async () => {
    writes();
    telegram.revokeToken(token);
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'channel-broken', reason: 'token_revoked' });
  });

  it.each([301, 401, 403, 404])('a page of a wall with status %i decides nothing', async (status) => {
    const body = Buffer.from('<html>blocked</html>');
    const wall: ConnectorIo['fetch'] = async () => ({ status, headers: { location: '/' }, body });
    const outcome = await send(buildMessage({ chatId: '77', text: 'Да' }), channel, { ...io, fetch: wall });
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'vendor_unexpected', scope: 'message' });
  });
});

describe('a connection cut while it is being secured', () => {
  it.each([
    ['cut', (socket: Socket) => socket.destroy()],
    ['answered without TLS', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('%s: nothing was sent, so it is tried again', async (_name, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const outcome = await send(buildMessage({ chatId: '77', text: 'Да' }), channel, {
      ...io,
      vendorUrls: { TELEGRAM_API_URL: `https://127.0.0.1:${port}` },
    });
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'network', scope: 'message' });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});

describe('media and profile', () => {
  async function receive(action: Omit<Parameters<TelegramSimulator['customerSends']>[0], 'token' | 'from'>) {
    telegram.customerSends({ token, from: anna, ...action });
    const { events } = await pullOnce('');
    const [message] = telegramConnector.parse(events.at(-1)?.payload, channel);
    return (message?.kind === 'message' ? message.attachments[0]?.vendorRef : undefined) ?? '';
  }
  const fetchFile = (vendorRef: string) => {
    if (!fetchMedia) throw new Error('Telegram has media.');
    return fetchMedia(vendorRef, channel, io);
  };

  it('the bytes of a photo arrive as they were', async () => {
    const { bytes } = buildSamplePhoto();
    const media = await fetchFile(await receive({ photo: { bytes } }));
    expect(media.bytes.equals(bytes)).toBe(true);
    expect(media).toMatchObject({ contentType: null, name: expect.stringMatching(/^file_/) });
  });

  it('a file over 20 MB, announced or not, and an unknown file are refused', async () => {
    const announced = await receive({ document: { claimedSize: 21 * 1024 * 1024 } });
    await expect(fetchFile(announced)).rejects.toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 1);
    const hidden = await receive({ document: { bytes, claimedSize: 10 } });
    await expect(fetchFile(hidden)).rejects.toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
    await expect(fetchFile(flipByte(hidden))).rejects.toMatchObject({ kind: 'rejected', reason: 'file_gone' });
  });

  it('the link of a person with a name, nothing without one', async () => {
    writes();
    telegram.customerSends({ token, from: { id: 78, firstName: 'Иван' }, text: 'Да' });
    expect(await profileLink?.('77', channel, io)).toBe('https://t.me/anna_orl');
    for (const chatId of ['78', '79', 'nobody']) expect(await profileLink?.(chatId, channel, io)).toBe('');
  });
});

it('risk: a chat of a business account is sent keys, which the platform refuses there: its choices stay lines', async () => {
  const choices = { text: 'Вы об этом?', labels: ['Доставка'] };
  const text = 'Вы об этом?\n1) Доставка';
  await send(buildMessage({ chatId: 'bc_Xy12:77', text, choices }), channel, io);
  expect(telegram.ledger.calls.at(-1)?.params).toMatchObject({ text });
  expect(telegram.ledger.calls.at(-1)?.params.reply_markup).toBeUndefined();
});
