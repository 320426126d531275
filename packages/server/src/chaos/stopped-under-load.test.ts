import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCustomers } from '../testing/chaos/create-customers.ts';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { askApi, PUBLIC_URL, type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const channel = z.object({ id: z.string() });
const session = z.object({ token: z.string() });

/** A visitor's stream of events; gives when it ended. */
async function openStream(shop: Shop): Promise<{ ended: Promise<unknown> }> {
  const widget = await askApi(shop, { path: '/api/v1/connect/widget/', body: { name: 'Сайт' }, answer: channel });
  const base = `${shop.server.url}/widget/${widget.id}`;
  const started = await fetch(`${base}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost' },
    body: '{"locale":"ru"}',
  });
  const { token } = session.parse(await started.json());
  const stream = await fetch(`${base}/events`, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.status).toBe(200);
  return { ended: stream.text().catch(() => undefined) };
}

async function openSocket(shop: Shop, origin: string) {
  const socket = io(shop.server.url, {
    transports: ['websocket'],
    reconnection: false,
    auth: { token: shop.apiToken },
    extraHeaders: { origin },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

describe('SIGTERM under load', () => {
  it.each([
    { kind: 'server', inbound: 'webhook' },
    { kind: 'embedded', inbound: 'pull' },
  ] as const)(
    'ends with 0, which its grace allows only in time, though the platform and the model hang, and loses nothing: $kind',
    {
      timeout: 240_000,
    },
    async (options) => {
      const shop = await startShop(options);
      try {
        const customers = createCustomers(shop, { random: createSeededRandom(7), dialogs: 12 });
        const stream = await openStream(shop);
        const socket = await openSocket(shop, options.inbound === 'webhook' ? PUBLIC_URL : 'http://localhost');
        await customers.writeDuring(500, 20);
        shop.model.faults.add({ kind: 'no-answer', times: 2 });
        shop.telegram.faults.add({ kind: 'no-answer', method: 'sendMessage', times: 2 });
        await customers.writeDuring(500, 30);
        const { server } = shop;
        const stopping = server.stop();
        const statuses = new Set<number>();
        const writing = customers.writeDuring(3000, 30);
        while (server.isRunning()) {
          statuses.add(
            await fetch(`${server.url}/api/v1/channels/all/`).then(
              (answer) => answer.status,
              () => 0,
            ),
          );
        }
        const ending = await stopping;
        console.log(JSON.stringify({ ...options, ...ending, statuses: [...statuses] }));
        expect(ending, server.output()).toMatchObject({ code: 0 });
        expect(statuses).toContain(503);
        expect(socket.connected).toBe(false);
        await stream.ended;
        await writing;
        await shop.boot().ready;
        await waitForQuiet(shop);
        const { losses, figures } = await findLosses(shop);
        console.log(JSON.stringify(figures));
        expect(losses).toEqual([]);
        expect(figures.messages).toBe(80);
        expect(figures.unknown).toBeLessThanOrEqual(2);
      } finally {
        await shop.close();
      }
    },
  );
});
