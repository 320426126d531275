import { buildSamplePhoto, startViberSimulator, type ViberSimulator } from '@otvet/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectorChannel, ConnectorIo, OutboundFile, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorServer } from '../suite/vendor-server.ts';
import { viberConnector } from './index.ts';

const { connect, send, fetchMedia, receive, parse } = viberConnector;
const anna = { id: '01234567890A+/=', name: 'Анна' };
const WEBHOOK = 'https://shop.example/hooks/viber/c1';
const photoBytes = buildSamplePhoto().bytes;

let viber: ViberSimulator;
let io: ConnectorIo;
let channel: ConnectorChannel;
let token: string;
/** What came to our address, and what the customer's device finds at ours. */
let inbox: { body: Buffer; headers: Record<string, string> }[];
let files: Record<string, { bytes: Buffer; contentType: string }>;
let hookStatus: number;

const ours: typeof fetch = async (address, init) => {
  const url = String(address);
  const file = files[url];
  if (file) return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.contentType } });
  if (!url.startsWith('https://shop.example/hooks/')) return new Response('no', { status: 404 });
  const request = new Request(url, init);
  const body = Buffer.from(await request.arrayBuffer());
  inbox.push({ body, headers: Object.fromEntries(request.headers) });
  return new Response(null, { status: hookStatus });
};

beforeEach(async () => {
  [inbox, files, hookStatus] = [[], {}, 200];
  viber = await startViberSimulator({ fetch: ours });
  const bot = viber.registerBot({ name: 'Мебель «Дом»', uri: 'dom mebel' });
  token = bot.token;
  io = makeIo({ vendorUrls: { VIBER_API_URL: `${viber.url}/pa/`, VIBER_STICKERS_API_URL: `${viber.url}/stickers` } });
  channel = { id: 'c1', identity: bot.id, credentials: { botName: 'Мебель', token } };
});
afterEach(() => viber.close());

const activateAt = async (webhookUrl: string) => {
  const options = { webhookUrl, isFirst: true };
  const credentials = await connect.prepare(channel, options, io);
  return await connect.activate({ ...channel, credentials }, options, io);
};
const meet = async (text = 'Здравствуйте') => {
  channel = { ...channel, credentials: await activateAt(WEBHOOK) };
  viber.customerSends({ token, from: anna, text });
  await viber.settled();
};
const sendToAnna = (message: Partial<OutboundMessage>) =>
  send(buildMessage({ chatId: anna.id, ...message }), channel, io);
const fromBot = () => viber.entriesOf(token, anna.id).filter(({ author }) => author === 'business');
const lastCall = () => z.record(z.string(), z.unknown()).parse(viber.calls.at(-1)?.body);

/** A file of ours with an address. */
function file(fields: Partial<OutboundFile> & { url: string | null }): OutboundFile {
  const { contentType = 'image/png', size = photoBytes.length, name = 'photo.png' } = fields;
  if (fields.url !== null) files[fields.url] = { bytes: photoBytes, contentType };
  return { fileId: 'f', contentType, name, size, read: async () => photoBytes, url: fields.url };
}

describe('connect', () => {
  it('a right token names the bot', async () => {
    expect(await connect.check({ botName: 'Дом', token: ` ${token} ` }, io)).toEqual({
      identity: channel.identity,
      accountName: 'dom mebel',
      title: 'Мебель «Дом»',
      profileUrl: 'viber://pa?chatURI=dom%20mebel',
      foreignWebhook: null,
    });
  });

  it('a wrong, malformed or revoked token is reported as such, at its field', async () => {
    viber.setRevoked(token, true);
    for (const wrong of [token, '', 'два слова', 'unknown', 'x'.repeat(300)])
      await expect(connect.check({ botName: 'Дом', token: wrong }, io)).rejects.toMatchObject({
        kind: 'unauthorized',
        reason: 'token_invalid',
        field: 'token',
      });
  });

  it('a webhook is set with the events that we read, answers the check, and is taken away', async () => {
    const kept = await activateAt(WEBHOOK);
    expect(kept).toEqual({ botName: 'Мебель', token, webhookUrl: WEBHOOK });
    expect(inbox.map(({ body }) => JSON.parse(body.toString()).event)).toEqual(['webhook']);
    expect(viber.calls.find(({ method }) => method === 'set_webhook')?.body).toEqual({
      url: WEBHOOK,
      event_types: ['delivered', 'seen', 'failed', 'subscribed', 'unsubscribed', 'conversation_started'],
      send_name: true,
      send_photo: true,
    });
    expect(await connect.check(kept, io)).toMatchObject({ foreignWebhook: null });
    const isDelivering = () => connect.isDelivering?.(channel, { webhookUrl: WEBHOOK, isFirst: false }, io);
    expect(await isDelivering()).toBe(true);
    await connect.deactivate({ ...channel, credentials: kept }, io, new Set());
    expect(viber.webhookOf(token)).toBe('');
    expect(await isDelivering()).toBe(false);
  });

  it('risk: the address answers 403 to the platform, and the owner believes that the channel works', async () => {
    hookStatus = 403;
    await expect(activateAt(WEBHOOK)).rejects.toMatchObject({ kind: 'rejected', reason: 'webhook_refused' });
    await expect(activateAt('http://shop.example/hooks/viber/c1')).rejects.toMatchObject({ reason: 'webhook_refused' });
  });

  it('another program’s webhook is shown by its origin and survives our leaving', async () => {
    const former = await activateAt(WEBHOOK);
    await activateAt('https://shop.example/hooks/of-another?secret=1');
    expect(await connect.check(former, io)).toMatchObject({ foreignWebhook: 'https://shop.example' });
    await connect.deactivate({ ...channel, credentials: former }, io, new Set());
    expect(viber.webhookOf(token)).toBe('https://shop.example/hooks/of-another?secret=1');
  });

  it('a first address can be taken away although connecting went no further; a later one is kept once it is set', async () => {
    const first = await connect.prepare(channel, { webhookUrl: WEBHOOK, isFirst: true }, io);
    expect(first.webhookUrl).toBe(WEBHOOK);
    const later = await connect.prepare(
      { ...channel, credentials: first },
      { webhookUrl: WEBHOOK, isFirst: false },
      io,
    );
    expect(later).not.toHaveProperty('webhookUrl');
    viber.setRevoked(token, true);
    await connect.deactivate({ ...channel, credentials: first }, io, new Set());
  });

  it('without a public address there is nothing to set', async () => {
    await expect(connect.activate(channel, { webhookUrl: null, isFirst: true }, io)).rejects.toMatchObject({
      reason: 'webhook_not_set',
    });
  });
});

describe('send', () => {
  it('a text under the name of the bot, with our own number in its last part', async () => {
    await meet();
    const outcome = await sendToAnna({ text: 'Да' });
    expect(outcome).toEqual({ kind: 'sent', vendorIds: [expect.stringMatching(/^5741311803571721\d{3}$/)] });
    expect(lastCall()).toEqual({
      receiver: anna.id,
      sender: { name: 'Мебель' },
      min_api_version: 1,
      tracking_data: '01936f2a-0000-7000-8000-0000000000ff',
      type: 'text',
      text: 'Да',
    });
    await sendToAnna({ text: 'слово '.repeat(2000) });
    expect(fromBot().map(({ trackingData }) => trackingData !== '')).toEqual([true, false, true]);
  });

  it('the longest text of the widest letters stays below 30 KB', async () => {
    await meet();
    for (const letter of ['语', 'я', '"', '\n.'])
      expect(await sendToAnna({ text: `.${letter.repeat(3 * 7000)}.` })).toMatchObject({ kind: 'sent' });
  });

  it('a photo goes with its words, longer words follow, video and files after them; the device fetches all', async () => {
    await meet();
    const at = 'https://shop.example/files/';
    const photos = [file({ url: `${at}a.png` })];
    const others = [
      file({ url: `${at}b.mp4`, contentType: 'video/mp4', name: 'b.mp4' }),
      file({ url: `${at}c.pdf`, contentType: 'application/pdf', name: 'Прайс.PDF' }),
      file({ url: `${at}d.webp`, contentType: 'image/webp', name: 'd' }),
    ];
    await sendToAnna({ text: 'Вот', photos });
    await sendToAnna({ text: 'я'.repeat(513), photos, files: others });
    await sendToAnna({ text: 'Счёт', files: others.slice(0, 1) });
    await viber.settled();
    expect(fromBot().map(({ type, text, attachment, state }) => [type, text.length, attachment, state])).toEqual([
      ['picture', 3, 'a.png', 'delivered'],
      ['picture', 0, 'a.png', 'delivered'],
      ['text', 513, null, 'delivered'],
      ['video', 0, 'b.mp4', 'delivered'],
      ['file', 0, 'Прайс.pdf', 'delivered'],
      ['file', 0, 'd.webp', 'delivered'],
      ['text', 4, null, 'delivered'],
      ['video', 0, 'b.mp4', 'delivered'],
    ]);
  });

  it('risk: a large picture or video is refused as one', async () => {
    await meet();
    const large = { url: 'https://shop.example/files/a.png', size: 1024 * 1024 + 1 };
    const film = { url: 'https://shop.example/files/b.mp4', contentType: 'video/mp4', size: 27_262_977 };
    for (const sent of [large, film]) {
      expect(await sendToAnna({ files: [file(sent)] })).toMatchObject({ kind: 'sent' });
      expect(lastCall()).toMatchObject({ type: 'file', size: sent.size });
    }
    const huge = file({ url: 'https://shop.example/files/c.pdf', size: 52_428_801 });
    expect(await sendToAnna({ files: [huge] })).toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
  });

  it('a file without an address, or without an ending, is told by name', async () => {
    await meet();
    const hidden = file({ url: null });
    expect(await sendToAnna({ photos: [hidden] })).toMatchObject({ kind: 'rejected', reason: 'public_address_needed' });
    const bare = file({ url: 'https://shop.example/files/file', contentType: 'text/plain' });
    expect(await sendToAnna({ files: [bare] })).toMatchObject({ kind: 'rejected', reason: 'file_without_type' });
  });

  it('risk: a long name loses its ending', async () => {
    await meet();
    await sendToAnna({ files: [{ ...buildFile(), name: `${'я'.repeat(300)}.pdf` }] });
    expect(String(lastCall().file_name)).toMatch(/^я{252}\.pdf$/);
  });

  it('choices are buttons that say what stands on them; HTML in them stays words', async () => {
    await meet();
    const choices = { text: 'Вы об этом?', labels: ['<b>Доставка & сборка</b>', 'Оплата'] };
    await sendToAnna({ text: 'Вы об этом?\n1) …', choices });
    expect(fromBot().at(-1)?.labels).toEqual(choices.labels);
    const { keyboard } = z
      .object({ keyboard: z.object({ Buttons: z.array(z.object({ Text: z.string() })) }) })
      .parse(lastCall());
    expect(keyboard.Buttons[0]?.Text).toBe('&lt;b&gt;Доставка &amp; сборка&lt;/b&gt;');
  });

  it('risk: a device that shows no buttons, or no pictures, gets nothing', async () => {
    await meet();
    viber.faults.add('device-refused', 1);
    const choices = { text: 'Вы об этом?', labels: ['Доставка'] };
    expect(await sendToAnna({ text: 'Вы об этом?\n1) Доставка', choices })).toMatchObject({ kind: 'sent' });
    expect(lastCall()).toMatchObject({ type: 'text', text: 'Вы об этом?\n1) Доставка' });
    expect(lastCall()).not.toHaveProperty('keyboard');
    viber.faults.add('device-refused', 1);
    const url = 'https://shop.example/files/a.png';
    expect(await sendToAnna({ text: 'Вот', photos: [file({ url })] })).toMatchObject({ kind: 'sent' });
    expect(lastCall()).toMatchObject({ type: 'text', text: `Вот\n${url}` });
    viber.faults.add('device-refused', 2);
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'rejected', reason: 'device_refused' });
  });
});

describe('failures', () => {
  it('who never wrote, or left, closes the chat', async () => {
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'channel-broken', reason: 'webhook_not_set' });
    channel = { ...channel, credentials: await activateAt(WEBHOOK) };
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'chat-closed', reason: 'not_subscribed' });
    viber.customerOpens({ token, from: anna });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'chat-closed', reason: 'not_subscribed' });
  });

  it('a hundred messages without a reply hold this chat alone, until the customer writes', async () => {
    await meet();
    for (let count = 0; count < 100; count += 1) await sendToAnna({ text: `${count}` });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'retry', scope: 'chat', reason: 'reply_awaited' });
    viber.customerSends({ token, from: anna, text: 'Ещё тут' });
    expect(await sendToAnna({ text: 'Да' })).toMatchObject({ kind: 'sent' });
  });

  it('a lost answer is unknown, a page of a proxy too', async () => {
    await meet();
    for (const fault of ['no-answer', 'garbage', 'page'] as const) {
      viber.faults.add(fault, 1);
      expect(await sendToAnna({ text: fault })).toMatchObject({ kind: 'unknown' });
    }
    expect(fromBot().map(({ text }) => text)).toEqual(['no-answer', 'garbage']);
  });

  let vendor: VendorServer | undefined;
  afterEach(async () => {
    await vendor?.close();
    vendor = undefined;
  });

  it.each([
    [1, 'rejected', 'webhook_refused'],
    [2, 'channel-broken', 'token_revoked'],
    [3, 'rejected', 'refused'],
    [4, 'rejected', 'refused'],
    [5, 'chat-closed', 'not_subscribed'],
    [6, 'chat-closed', 'not_subscribed'],
    [7, 'channel-broken', 'account_blocked'],
    [8, 'channel-broken', 'account_blocked'],
    [9, 'channel-broken', 'account_blocked'],
    [10, 'channel-broken', 'webhook_not_set'],
    [11, 'rejected', 'device_refused'],
    [12, 'retry', 'reply_awaited'],
    [13, 'rejected', 'version_unsupported'],
    [14, 'rejected', 'version_unsupported'],
    [15, 'channel-broken', 'account_blocked'],
    [16, 'rejected', 'refused'],
    [17, 'rejected', 'refused'],
    [18, 'rejected', 'refused'],
    [19, 'rejected', 'refused'],
    [20, 'rejected', 'refused'],
    [21, 'rejected', 'refused'],
    [22, 'rejected', 'refused'],
    [23, 'rejected', 'no_balance'],
    [24, 'rejected', 'no_balance'],
    [25, 'retry', 'vendor_error'],
    [999, 'retry', 'vendor_error'],
  ])('status %i is %s: %s, by HTTP 200 and 400 alike', async (status, kind, reason) => {
    vendor = await startVendorServer();
    const there = makeIo({ vendorUrls: { VIBER_API_URL: vendor.url } });
    for (const http of [200, 400]) {
      vendor.answerWith(() => ({ status: http, body: { status, status_message: 'words' } }));
      const outcome = await send(buildMessage({ chatId: anna.id, text: 'Да' }), channel, there);
      expect(outcome).toMatchObject({ kind, reason });
    }
  });
});

describe('files of customers', () => {
  /** The reference of the file in the message that came last. */
  const refOfLast = () => {
    const last = inbox.at(-1);
    if (!last) throw new Error('nothing came');
    const result = receive({ method: 'POST', path: '', query: {}, ...last }, channel);
    const [event] = result.kind === 'events' ? result.events : [];
    const message = parse(event?.payload, channel).find(({ kind }) => kind === 'message');
    return (message?.kind === 'message' && message.attachments[0]?.vendorRef) || '';
  };

  it('a photo, a voice message, a film, a document and a sticker are fetched', async () => {
    await meet();
    for (const attachment of ['photo', 'voice', 'video', 'file'] as const) {
      viber.customerSends({ token, from: anna, attachment });
      await viber.settled();
      expect((await fetchMedia?.(refOfLast(), channel, io))?.bytes.length).toBeGreaterThan(0);
    }
    viber.customerSends({ token, from: anna, message: { type: 'sticker', sticker_id: 46105 } });
    await viber.settled();
    expect(await fetchMedia?.(refOfLast(), channel, io)).toMatchObject({ contentType: 'image/png', name: '46105.png' });
    await expect(fetchMedia?.('sticker:none', channel, io)).rejects.toMatchObject({ reason: 'file_gone' });
  });

  it('an ended link, nothing there, and a page in its place are told apart', async () => {
    await meet();
    viber.customerSends({ token, from: anna, attachment: 'photo' });
    await viber.settled();
    const reasons = {
      'expired-media': 'link_expired',
      'missing-media': 'file_gone',
      'media-page': 'file_is_page',
    } as const;
    for (const fault of ['expired-media', 'missing-media', 'media-page'] as const) {
      viber.faults.add(fault, 1);
      await expect(fetchMedia?.(refOfLast(), channel, io)).rejects.toMatchObject({ reason: reasons[fault] });
    }
    expect((await fetchMedia?.(refOfLast(), channel, io))?.bytes).toEqual(photoBytes);
  });
});
