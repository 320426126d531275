import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { askApi, type Shop, startShop } from '../testing/chaos/start-shop.ts';

const PHOTOS = 10;
const PHOTO_BYTES = 4_500_000;
const MAX_SECONDS = 60;
/** Behind one address of a mobile network. */
const CUSTOMERS = 2;

const made = z.object({ id: z.string() });
const started = z.object({ token: z.string() });

/** 12 megapixels, upright: what costs most of what phones send without being asked. As heavy as with the grain of a photo. */
async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#ffcf33' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  const photo = new Uint8Array(PHOTO_BYTES);
  photo.set(drawn);
  return photo;
}

async function openCustomer(shop: Shop, channelId: string) {
  const url = `${shop.server.url}/widget/${channelId}`;
  const answer = await fetch(`${url}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: null, locale: 'ru' }),
  });
  const { token } = started.parse(await answer.json());
  return async (photo: Uint8Array<ArrayBuffer>): Promise<number> => {
    const body = new FormData();
    body.set('file', new File([photo], 'photo.jpg'));
    const headers = { authorization: `Bearer ${token}` };
    const sent = await fetch(`${url}/images?clientId=${randomUUID()}`, { method: 'POST', headers, body });
    await sent.arrayBuffer();
    return sent.status;
  };
}

it(`customers who send ${PHOTOS} photos of 12 megapixels in a row are refused none of them`, {
  timeout: 300_000,
}, async () => {
  const shop = await startShop({ kind: 'server', inbound: 'pull', hasModel: false });
  try {
    const body = { name: 'Сайт', knowledgeBaseId: null };
    const { id } = await askApi(shop, { path: '/api/v1/connect/widget/', body, answer: made });
    const photo = await takePhoto();
    const sendAll = async () => {
      const send = await openCustomer(shop, id);
      const statuses: number[] = [];
      for (let sent = 0; sent < PHOTOS; sent += 1) statuses.push(await send(photo));
      return statuses;
    };
    const begin = performance.now();
    const statuses = (await Promise.all(Array.from({ length: CUSTOMERS }, sendAll))).flat();
    const seconds = (performance.now() - begin) / 1000;
    process.stdout.write(`photos: ${CUSTOMERS} customers, ${PHOTOS} each, in ${seconds.toFixed(1)} s\n`);
    expect(statuses).toEqual(Array(CUSTOMERS * PHOTOS).fill(202));
    expect(seconds).toBeLessThan(MAX_SECONDS);
  } finally {
    await shop.close();
  }
});
