import { expect } from 'vitest';
import { z } from 'zod';
import { readMarks } from './marks.ts';
import type { Platforms, Stand } from './start-platforms.ts';

const row = z.object({
  type: z.string(),
  author: z.string(),
  chat: z.string(),
  text: z.string(),
  state: z.string(),
  state_reason: z.string().nullable(),
  /** The platform's number of it, or its time there. */
  place: z.string().nullable(),
});
type Row = z.infer<typeof row>;

const ROWS_SQL = `
select c.type, m.author, d.chat_id as chat, m.text, m.state, m.state_reason, m.vendor_order as place
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  join channels c on c.account_id = d.account_id and c.id = d.channel_id
where m.author in ('customer', 'assistant') order by d.id, m.place`;

const LEFT_SQL = `
select (select count(*) from inbound_events where state = 'new')
  + (select count(*) from dialogs where answer_due_at is not null or lease_owner is not null)
  + (select count(*) from messages where state in ('queued', 'retry', 'sending')) as count`;

/** Until every message of every customer is stored and nothing waits; then no platform has lost anything; gives its figures. */
export async function judgePlatforms(
  platforms: Platforms,
  { messages, seed }: { messages: number; seed: number },
): Promise<object[]> {
  await waitForAll(platforms, messages);
  const figures: object[] = [];
  const rows = await platforms.query(row, ROWS_SQL);
  for (const stand of platforms.stands) {
    const own = rows.filter(({ type }) => type === stand.type);
    const losses = findLosses(stand, own);
    expect({ seed, type: stand.type, losses }).toEqual({ seed, type: stand.type, losses: [] });
    const unknown = own.filter(({ state }) => state === 'unknown').length;
    figures.push({ seed, type: stand.type, rows: own.length, unknown });
  }
  return figures;
}

async function waitForAll({ stands, query }: Platforms, messages: number): Promise<void> {
  const count = z.object({ count: z.coerce.number() });
  const stored = "select count(*) from messages where author = 'customer'";
  const look = async () => {
    const numbers = await Promise.all([stored, LEFT_SQL].map((sql) => query(count, sql)));
    return numbers.flat().map((number) => number.count);
  };
  await expect.poll(look, { timeout: 240_000, interval: 300 }).toEqual([stands.length * messages, 0]);
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
    // Some answers are said in the same words to several customers.
    ...[...new Set([...seen, ...answers.map(({ text }) => text)])].flatMap((text) => {
      const own = answers.filter((answer) => answer.text === text);
      const arrived = own.filter(({ state }) => hasArrived(state)).length;
      const count = times(seen, text);
      return count >= arrived && count <= own.length
        ? []
        : [`${own.length} rows, ${arrived} sent, seen ${count} times: ${text}`];
    }),
    ...answers
      .filter(({ state, state_reason: reason }) => !hasArrived(state) && reason === null)
      .map(({ state, text }) => `${state} without a reason: ${text}`),
    ...answers
      .filter(({ state, text }) => state === 'rejected' && seen.includes(text))
      .map(({ text }) => `rejected, yet seen: ${text}`),
    ...outOfOrder(rows),
  ];
}

/**
 * In one chat the customer's messages stand as he wrote them. Where a platform numbers none and tells their times in
 * seconds, nobody can know the order of two of one second, one of which was found later by asking.
 */
function outOfOrder(rows: readonly Row[]): string[] {
  const last = new Map<string, { mark: number; place: string | null }>();
  return rows
    .filter(({ author }) => author === 'customer')
    .flatMap(({ chat, text, place }) => {
      const [mark = 0] = readMarks(text);
      const before = last.get(chat) ?? { mark: 0, place: null };
      last.set(chat, { mark, place });
      const isTold = place === null || place !== before.place;
      return mark < before.mark && isTold ? [`order in ${chat}: ${before.mark} before ${mark}`] : [];
    });
}
