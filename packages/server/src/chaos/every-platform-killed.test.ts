import { expect, it } from 'vitest';
import { z } from 'zod';
import { readMarks } from '../testing/chaos/marks.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { type Platforms, type Stand, startPlatforms } from '../testing/chaos/start-platforms.ts';
import { writeUnderKills } from '../testing/chaos/write-under-kills.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const plan = { lives: 10, messages: 200 };

const row = z.object({
  type: z.string(),
  author: z.string(),
  chat: z.string(),
  text: z.string(),
  state: z.string(),
  state_reason: z.string().nullable(),
});
type Row = z.infer<typeof row>;

const ROWS_SQL = `
select c.type, m.author, d.chat_id as chat, m.text, m.state, m.state_reason
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  join channels c on c.account_id = d.account_id and c.id = d.channel_id
where m.author in ('customer', 'assistant') order by d.id, m.place`;

const LEFT_SQL = `
select (select count(*) from inbound_events where state = 'new')
  + (select count(*) from dialogs where answer_due_at is not null or lease_owner is not null)
  + (select count(*) from messages where state in ('queued', 'retry', 'sending')) as count`;

it('a server that is killed 10 times while 200 messages come in from every platform loses nothing, doubles nothing', async () => {
  const seed = chooseSeed();
  const platforms = await startPlatforms();
  try {
    await writeUnderKills(platforms, { ...plan, random: createSeededRandom(seed) });
    await waitForAll(platforms);
    const rows = await platforms.query(row, ROWS_SQL);
    for (const stand of platforms.stands) {
      const own = rows.filter(({ type }) => type === stand.type);
      expect({ seed, type: stand.type, losses: findLosses(stand, own) }).toEqual({
        seed,
        type: stand.type,
        losses: [],
      });
      const unknown = own.filter(({ state }) => state === 'unknown').length;
      console.log(JSON.stringify({ seed, type: stand.type, rows: own.length, unknown }));
    }
  } finally {
    await platforms.close();
  }
}, 600_000);

/** Until every message of every customer is stored and nothing waits. */
async function waitForAll({ stands, query }: Platforms): Promise<void> {
  const count = z.object({ count: z.coerce.number() });
  const stored = "select count(*) from messages where author = 'customer'";
  const look = async () => {
    const numbers = await Promise.all([stored, LEFT_SQL].map((sql) => query(count, sql)));
    return numbers.flat().map((number) => number.count);
  };
  await expect.poll(look, { timeout: 240_000, interval: 300 }).toEqual([stands.length * plan.messages, 0]);
}

const hasArrived = (state: string) => ['sent', 'delivered', 'read'].includes(state);

/** Where what the platform saw and what the database holds differ. */
function findLosses({ platform, customers }: Stand, rows: readonly Row[]): string[] {
  const written = customers.flatMap((id) =>
    platform.conversation(id).flatMap(({ author, text }) => (author === 'customer' ? readMarks(text) : [])),
  );
  const seen = customers.flatMap((id) =>
    platform.conversation(id).flatMap(({ author, text }) => (author === 'business' ? [text] : [])),
  );
  const stored = rows.flatMap(({ author, text }) => (author === 'customer' ? readMarks(text) : []));
  const answers = rows.filter(({ author }) => author === 'assistant');
  const times = (list: readonly (string | number)[], one: string | number) =>
    list.filter((item) => item === one).length;
  return [
    ...written
      .filter((mark) => times(stored, mark) !== 1)
      .map((mark) => `${mark} is stored ${times(stored, mark)} times`),
    ...[...new Set(seen)].filter((text) => times(seen, text) > 1).map((text) => `sent twice: ${text}`),
    ...answers
      .filter(({ state, text }) => hasArrived(state) && times(seen, text) !== 1)
      .map(({ text }) => `marked sent, seen ${times(seen, text)} times: ${text}`),
    ...answers
      .filter(({ state, state_reason: reason }) => !hasArrived(state) && reason === null)
      .map(({ state, text }) => `${state} without a reason: ${text}`),
    ...answers
      .filter(({ state, text }) => state === 'rejected' && seen.includes(text))
      .map(({ text }) => `rejected, yet seen: ${text}`),
    ...outOfOrder(rows),
  ];
}

/** In one chat the customer's messages stand as he wrote them. */
function outOfOrder(rows: readonly Row[]): string[] {
  const last = new Map<string, number>();
  return rows
    .filter(({ author }) => author === 'customer')
    .flatMap(({ chat, text }) => {
      const [mark = 0] = readMarks(text);
      const before = last.get(chat) ?? 0;
      last.set(chat, mark);
      return mark < before ? [`order in ${chat}: ${before} before ${mark}`] : [];
    });
}
