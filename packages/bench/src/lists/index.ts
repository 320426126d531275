import { randomUUID } from 'node:crypto';
import { dialogUniqueId } from '@otvet/contract';
import pg from 'pg';
import { z } from 'zod';
import type { BenchOptions } from '../bench.ts';
import { type Figure, quantile } from '../figures.ts';
import { createApi, type Owner, signUp } from '../harness/api.ts';
import { openStores } from '../harness/open-stores.ts';
import { serverProgram } from '../harness/places.ts';
import { startProgram } from '../harness/processes.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';

const MESSAGES_PER_DIALOG = 10;
const DIALOGS_AT_ONCE = 20_000;

type Business = { owner: Owner; accountId: string; channelId: string; dialogs: number };

/** Dialogs and messages as the product writes them, straight into its tables: a million would take hours by the API. */
const DIALOGS_SQL = `
insert into dialogs (account_id, id, channel_id, chat_id, name, first_name, last_seq, version, last_text, last_author, last_at, unread, created_at)
select $1, gen_random_uuid(), $2, n::text, 'Customer ' || n, 'Customer', $5, $5, 'Спасибо, заказ получен', 'assistant',
  now() - n * interval '7 seconds', n % 5, now() - n * interval '7 seconds'
from generate_series($3::int, $4::int) n`;
const MESSAGES_SQL = `
insert into messages (account_id, dialog_id, seq, id, version, place, author, text, vendor_id, created_at, state)
select d.account_id, d.id, s, gen_random_uuid(), s, s, case when s % 2 = 1 then 'customer' else 'assistant' end,
  'Сколько стоит доставка заказа ' || d.chat_id || ' в Казань, если забрать его в пункте выдачи?', s::text,
  d.last_at - (20 - s) * interval '1 minute', case when s % 2 = 1 then 'received' else 'sent' end
from dialogs d cross join generate_series(1, $4::int) s
where d.account_id = $1 and d.chat_id::int between $2 and $3`;

async function fill(client: pg.Client, { accountId, channelId, dialogs }: Business): Promise<void> {
  for (let from = 1; from <= dialogs; from += DIALOGS_AT_ONCE) {
    const to = Math.min(dialogs, from + DIALOGS_AT_ONCE - 1);
    await client.query(DIALOGS_SQL, [accountId, channelId, from, to, MESSAGES_PER_DIALOG]);
    await client.query(MESSAGES_SQL, [accountId, from, to, MESSAGES_PER_DIALOG]);
  }
}

async function createBusiness(url: string, client: pg.Client, dialogs: number): Promise<Business> {
  const api = createApi(url);
  const owner = await signUp(api);
  const channel = await api(
    { path: '/api/v1/connect/widget/', body: { name: 'Bench' }, token: owner.token },
    z.object({ id: z.string() }),
  );
  const { rows } = await client.query<{ account_id: string }>('select account_id from channels where id = $1', [
    channel.id,
  ]);
  const business = { owner, accountId: rows[0]?.account_id ?? randomUUID(), channelId: channel.id, dialogs };
  await fill(client, business);
  return business;
}

type Times = { list: number[]; open: number[]; deep: number[] };

/** One look into the inbox, timed; the dialogs that are opened lie anywhere. */
async function look(http: HttpClient, url: string, { owner, channelId, dialogs }: Business, times: Times, at: number) {
  const headers = { authorization: `Bearer ${owner.token}` };
  const get = async (path: string, into: number[]) => {
    const startedAt = performance.now();
    const { status } = await http.send({ method: 'GET', url: url + path, headers });
    into.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  const chatId = String(1 + ((at * 7919) % dialogs));
  await get('/api/v1/chat/all-chats/?limit=30', times.list);
  await get(`/api/v1/chat/all-chats/?limit=30&offset=${30 * (1 + (at % 10))}`, times.deep);
  await get(`/api/v1/chat/messages/${encodeURIComponent(dialogUniqueId({ chatId, channelId }))}/`, times.open);
}

/** The inbox's list and an opened dialog with 10 thousand dialogs and with many more, in turns. */
export async function listsBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const usual = isShort ? 50_000 : 100_000;
  const max = argv.includes('--large') ? 1_000_000 : usual;
  const stores = await openStores({ needsServer: true });
  const store = await stores.make('PostgreSQL');
  const product = await startProgram({ program: serverProgram, env: store.env, readyPath: '/ready' });
  const client = new pg.Client({ connectionString: store.env.DATABASE_URL });
  await client.connect();
  const few = await createBusiness(product.url, client, 10_000);
  const many = await createBusiness(product.url, client, max);
  await client.query('vacuum analyze');
  await client.end();
  const http = createHttpClient({ connections: 4 });
  const timesOf = () => ({ list: [], open: [], deep: [] });
  const times: { few: Times; many: Times } = { few: timesOf(), many: timesOf() };
  const looks = isShort ? 150 : 400;
  for (let number = 0; number < looks + 30; number += 1) {
    if (number === 30) Object.assign(times, { few: timesOf(), many: timesOf() });
    await look(http, product.url, few, times.few, number);
    await look(http, product.url, many, times.many, number);
  }
  http.close();
  await product.close();
  await stores.close();
  const thousands = `${max / 1000} thousand`;
  return (['list', 'deep', 'open'] as const).flatMap((what): Figure[] => {
    const name = { list: 'dialog list', deep: 'dialog list, later pages', open: 'open dialog' }[what];
    const [small, large] = [times.few[what], times.many[what]];
    return [
      { name: `${name}, ${thousands}, p99`, figure: quantile(large, 0.99), unit: 'ms', budget: { max: 50 } },
      { name: `${name}, ${thousands}, p50`, figure: quantile(large, 0.5), unit: 'ms' },
      {
        name: `${name}, p50 against 10 thousand`,
        figure: quantile(large, 0.5) / quantile(small, 0.5),
        unit: 'ratio',
        budget: { max: 1.5 },
      },
    ];
  });
}
