import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvents } from '@otvet/contract';
import { io, type Socket } from 'socket.io-client';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createCustomers } from '../testing/chaos/create-customers.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { askApi, PUBLIC_URL, type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const message = z.object({
  id: z.string(),
  seq: z.number(),
  text: z.string(),
  version: z.number(),
  delivery: z.object({ state: z.string() }),
});
const changes = z.object({ messages: z.array(message), hasMore: z.boolean() });
const page = z.object({ chats: z.array(z.object({ uniqueId: z.string(), version: z.number() })) });
const row = z.object({
  unique_id: z.string(),
  id: z.string(),
  seq: z.coerce.number(),
  text: z.string(),
  state: z.string(),
});
type Seen = { version: number; messages: Map<string, z.infer<typeof message>> };

const ROWS_SQL = `select d.chat_id || '_' || d.channel_id as unique_id, m.id, m.seq, m.text, m.state
  from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id`;

/** A client by the contract: the socket only says that something changed, and the truth is asked for. */
function createClient(shop: Shop) {
  const dialogs = new Map<string, Seen>();
  let work = Promise.resolve();

  async function catchUp(uniqueId: string, upTo: number): Promise<void> {
    const dialog = dialogs.get(uniqueId) ?? { version: 0, messages: new Map() };
    dialogs.set(uniqueId, dialog);
    for (let hasMore = dialog.version < upTo; hasMore; ) {
      const path = `/api/v1/chat/messages/${uniqueId}/?limit=10&after=${dialog.version}`;
      const answer = await askApi(shop, { path, answer: changes });
      for (const changed of answer.messages) {
        dialog.messages.set(changed.id, changed);
        dialog.version = Math.max(dialog.version, changed.version);
      }
      hasMore = answer.hasMore;
    }
  }

  const then = (next: () => Promise<void>) => {
    work = work.then(next);
  };
  const socket: Socket<ServerEvents> = io(shop.server.url, {
    transports: ['websocket'],
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    auth: { token: shop.apiToken },
    extraHeaders: { origin: PUBLIC_URL },
  });
  const reload = async () => {
    const { chats } = await askApi(shop, { path: '/api/v1/chat/all-chats/?limit=30', answer: page });
    for (const chat of chats) await catchUp(chat.uniqueId, chat.version);
  };
  socket.on('connect', () => then(reload));
  socket.on('dialog.changed', ({ uniqueId, version }) => then(() => catchUp(uniqueId, version)));
  return {
    drop: () => socket.io.engine.close(),
    isConnected: () => socket.connected,
    async listKnown(): Promise<z.infer<typeof row>[]> {
      await work;
      return [...dialogs].flatMap(([unique_id, { messages }]) =>
        [...messages.values()].map(({ id, seq, text, delivery: { state } }) => ({ unique_id, id, seq, text, state })),
      );
    },
    close: () => socket.disconnect(),
  };
}

const sortById = (list: z.infer<typeof row>[]) => list.toSorted((left, right) => left.id.localeCompare(right.id));

it('a socket that drops 50 times while messages flow: what the client knows in the end is what the database holds', {
  timeout: 120_000,
}, async () => {
  const seed = chooseSeed();
  const random = createSeededRandom(seed);
  const shop = await startShop({ kind: 'server', inbound: 'webhook' });
  const client = createClient(shop);
  try {
    const customers = createCustomers(shop, { random, dialogs: 8 });
    const writing = customers.writeDuring(9000, 150);
    let drops = 0;
    while (drops < 50) {
      await sleep(random() * 250);
      if (!client.isConnected()) continue;
      client.drop();
      drops += 1;
    }
    await writing;
    await waitForQuiet(shop);
    await expect.poll(client.isConnected).toBe(true);
    const rows = await shop.query(row, ROWS_SQL);
    await expect
      .poll(async () => sortById(await client.listKnown()), { message: `seed ${seed}` })
      .toEqual(sortById(rows));
    expect(rows.length).toBeGreaterThan(150);
  } finally {
    client.close();
    await shop.close();
  }
});
