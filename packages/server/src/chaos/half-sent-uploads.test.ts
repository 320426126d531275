import { request } from 'node:http';
import type { Socket } from 'node:net';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { holdUpload, picturePath } from '../testing/chaos/abuse/slow-uploads.ts';
import { askApi, PUBLIC_URL, type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitUntil } from '../testing/wait-until.ts';

const NETWORKS = 4;
const UPLOADS_OF_NETWORK = 20;
/** A visitor may begin ten pictures at once. */
const UPLOADS_OF_VISITOR = 10;
const HALF = 5_000_000;
const WHOLE = 10_000_000;
const PHOTO_BYTES = 5_000_000;
const WITHIN_MS = 12_000;
/** More than the server holds of all forms together. */
const MEMORY_OF_FORMS = 70_000_000;
const CUSTOMER_ADDRESS = '127.0.0.9';

const made = z.object({ id: z.string() });
const started = z.object({ token: z.string() });

type Call = { from: string; path: string; token?: string; type: string; body: Buffer };

/** A call from an address of this machine, which is a network of its own. */
async function call(shop: Shop, { from, path, token, type, body }: Call) {
  const begin = performance.now();
  const headers = {
    origin: PUBLIC_URL,
    'content-type': type,
    'content-length': body.length,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const port = Number(new URL(shop.server.url).port);
  const sent = request({ host: '127.0.0.1', port, localAddress: from, method: 'POST', path, headers, agent: false });
  const answer = Promise.withResolvers<{ status: number; text: string }>();
  sent.on('error', answer.reject);
  sent.on('response', (response) => {
    let text = '';
    response.on('data', (chunk) => {
      text += String(chunk);
    });
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, text }));
  });
  sent.end(body);
  return { ...(await answer.promise), ms: Math.round(performance.now() - begin) };
}

async function openVisitor(shop: Shop, { channelId, from }: { channelId: string; from: string }): Promise<string> {
  const body = Buffer.from(JSON.stringify({ token: null, locale: 'ru' }));
  const { text } = await call(shop, { from, path: `/widget/${channelId}/start`, type: 'application/json', body });
  return started.parse(JSON.parse(text)).token;
}

async function formOfPhoto(): Promise<Buffer> {
  const drawn = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#ffcf33' } })
    .jpeg()
    .toBuffer();
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  // As heavy as the photo of a phone: what follows the end of a JPEG is not read.
  return Buffer.concat([Buffer.from(head), drawn, Buffer.alloc(PHOTO_BYTES), Buffer.from('\r\n--b--\r\n')]);
}

it(`${NETWORKS} networks with ${UPLOADS_OF_NETWORK} half-sent uploads each keep neither a customer nor the owner out`, {
  timeout: 300_000,
}, async () => {
  const shop = await startShop({ kind: 'server', inbound: 'webhook', hasModel: false });
  const held: Socket[] = [];
  try {
    const { id } = await askApi(shop, {
      path: '/api/v1/connect/widget/',
      body: { name: 'Сайт', knowledgeBaseId: null },
      answer: made,
    });
    const port = Number(new URL(shop.server.url).port);
    for (let network = 0; network < NETWORKS; network += 1) {
      const from = `127.${network + 1}.0.2`;
      for (let sent = 0; sent < UPLOADS_OF_NETWORK; sent += UPLOADS_OF_VISITOR) {
        const token = await openVisitor(shop, { channelId: id, from });
        for (let at = 0; at < UPLOADS_OF_VISITOR; at += 1) {
          const upload = { port, from, path: picturePath(id), token, origin: PUBLIC_URL };
          held.push(holdUpload(upload, { sent: HALF, announced: WHOLE }));
        }
      }
    }
    const flushed = () => held.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0);
    await waitUntil(() => flushed() > MEMORY_OF_FORMS);
    const form = await formOfPhoto();
    const type = 'multipart/form-data; boundary=b';
    const token = await openVisitor(shop, { channelId: id, from: CUSTOMER_ADDRESS });
    const customer = await call(shop, { from: CUSTOMER_ADDRESS, path: picturePath(id), token, type, body: form });
    const path = '/api/v1/upload/photos/';
    const owner = await call(shop, { from: '127.0.0.1', path, token: shop.apiToken, type, body: form });
    const isHeld = held.filter((socket) => !socket.destroyed).length;
    process.stdout.write(`half-sent uploads: ${JSON.stringify({ isHeld, customer, owner })}\n`);
    expect(customer.status).toBe(202);
    expect(owner.status).toBe(200);
    expect(Math.max(customer.ms, owner.ms)).toBeLessThan(WITHIN_MS);
    // They were still under way.
    expect(isHeld).toBeGreaterThan(0);
  } finally {
    for (const socket of held) socket.destroy();
    await shop.close();
  }
});
