import { z } from 'zod';
import { readMarks } from './marks.ts';
import type { Shop } from './start-shop.ts';

const count = z.coerce.number();
const customerRow = z.object({
  chat_id: z.string(),
  vendor_id: z.string(),
  vendor_order: count,
  seq: count,
  place: count,
  text: z.string(),
  silence: z.string().nullable(),
  answered_by: count.nullable(),
});
const answerRow = z.object({
  chat_id: z.string(),
  seq: count,
  text: z.string(),
  state: z.string(),
  state_reason: z.string().nullable(),
  vendor_id: z.string().nullable(),
  decision: z.string().nullable(),
});
const restRow = z.object({ what: z.string(), number: count });

type CustomerRow = z.infer<typeof customerRow>;
type AnswerRow = z.infer<typeof answerRow>;

const CUSTOMERS_SQL = `
select d.chat_id, m.vendor_id, m.vendor_order, m.seq, m.place, m.text, m.silence,
  (select min(a.seq) from messages a where a.account_id = m.account_id and a.dialog_id = m.dialog_id and a.turn_seq >= m.seq) as answered_by
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
where m.author = 'customer' order by d.chat_id, m.place`;

const ANSWERS_SQL = `
select d.chat_id, m.seq, m.text, m.state, m.state_reason, m.vendor_id, m.decision
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
where m.author = 'assistant' order by d.chat_id, m.seq`;

const REST_SQL = `
select 'events not settled' as what, count(*)::int as number from inbound_events where state = 'new'
union all select 'events failed', count(*)::int from inbound_events where state = 'failed'
union all select 'answers due', count(*)::int from dialogs where answer_due_at is not null or lease_owner is not null
union all select 'attachments that nobody loads', count(*)::int from messages m, jsonb_array_elements(m.attachments) item
  where item ->> 'state' = 'loading' and not exists (select 1 from jobs.job j
    where j.name like 'gateway.load-media%' and j.state < 'completed' and j.data ->> 'attachmentId' = item ->> 'id')
union all select 'messages on their way', count(*)::int from messages where state in ('queued', 'retry', 'sending')`;

/** What the database still has to do; empty when all is quiet. */
export async function listUnfinished(shop: Shop): Promise<string[]> {
  const rest = await shop.query(restRow, REST_SQL);
  return rest
    .filter(({ number, what }) => number > 0 && what !== 'events failed')
    .map(({ what, number }) => `${number} ${what}`);
}

const seenMessage = z.object({ chat_id: z.coerce.string(), text: z.string() });

/** Texts that the platform took from the bot, by chat, in order. */
function readSent(shop: Shop) {
  return shop.telegram.ledger.messages
    .filter((entry) => entry.author === 'bot')
    .map(({ message }) => ({
      vendorId: String(message.message_id),
      ...seenMessage.parse({ chat_id: message.chat.id, text: message.text }),
    }));
}

function checkCustomers(shop: Shop, rows: CustomerRow[]): string[] {
  const stored = new Map<string, number>();
  for (const row of rows)
    stored.set(`${row.chat_id}/${row.vendor_id}`, (stored.get(`${row.chat_id}/${row.vendor_id}`) ?? 0) + 1);
  const written = shop.telegram.ledger.messages.filter((entry) => entry.author === 'customer');
  const losses = written.flatMap(({ message }) => {
    const times = stored.get(`${message.chat.id}/${message.message_id}`) ?? 0;
    return times === 1 ? [] : [`customer's message ${message.chat.id}/${message.message_id} is stored ${times} times`];
  });
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (before?.chat_id === row.chat_id && before.vendor_order > row.vendor_order)
      losses.push(`order: ${row.chat_id} shows ${before.vendor_order} before ${row.vendor_order}`);
    if (row.silence === null && row.answered_by === null)
      losses.push(`silence without a reason: ${row.chat_id}/${row.vendor_id}`);
  }
  return losses;
}

const ends = new Set(['sent', 'rejected', 'unknown']);

function checkAnswers(shop: Shop, rows: AnswerRow[]): string[] {
  const sent = readSent(shop);
  const losses: string[] = [];
  const seen = new Map<string, number>();
  for (const { chat_id, text } of sent) seen.set(`${chat_id}/${text}`, (seen.get(`${chat_id}/${text}`) ?? 0) + 1);
  const texts = new Set(rows.map((row) => `${row.chat_id}/${row.text}`));
  for (const [key, times] of seen) {
    if (times > 1) losses.push(`sent ${times} times: ${key}`);
    if (!texts.has(key)) losses.push(`sent without a row: ${key}`);
  }
  for (const row of rows) {
    const times = seen.get(`${row.chat_id}/${row.text}`) ?? 0;
    if (!ends.has(row.state)) losses.push(`still ${row.state}: ${row.chat_id}/${row.seq}`);
    if (row.state !== 'sent' && row.state_reason === null)
      losses.push(`${row.state} without a reason: ${row.chat_id}/${row.seq}`);
    if (row.state === 'sent' && times !== 1) losses.push(`marked sent, seen ${times} times: ${row.chat_id}/${row.seq}`);
    if (row.state === 'rejected' && times !== 0) losses.push(`marked rejected, yet seen: ${row.chat_id}/${row.seq}`);
  }
  return [...losses, ...checkOrderOfAnswers(sent, rows)];
}

/** An answer whose fate nobody knows may still arrive late: a frozen process sends it when it wakes. */
function checkOrderOfAnswers(sent: ReturnType<typeof readSent>, rows: AnswerRow[]): string[] {
  const known = rows.filter((row) => row.state === 'sent');
  const seqOf = new Map(known.map((row) => [`${row.chat_id}/${row.text}`, row.seq]));
  const last = new Map<string, number>();
  return sent.flatMap(({ chat_id, text }) => {
    const seq = seqOf.get(`${chat_id}/${text}`);
    if (seq === undefined) return [];
    const before = last.get(chat_id) ?? 0;
    last.set(chat_id, seq);
    return seq < before ? [`answers out of order in ${chat_id}: ${before} before ${seq}`] : [];
  });
}

/** A customer's message may be part of one answer only. */
function checkTurns(rows: AnswerRow[]): string[] {
  const answered = new Map<number, number>();
  for (const row of rows)
    for (const mark of new Set(readMarks(row.text))) answered.set(mark, (answered.get(mark) ?? 0) + 1);
  return [...answered]
    .filter(([, times]) => times > 1)
    .map(([mark, times]) => `message ${mark} is answered ${times} times`);
}

export type Account = {
  losses: string[];
  figures: { messages: number; answers: number; unknown: number; silent: Record<string, number>; notEchoed: number };
};

/** Compares what the platform saw with what the database holds; `losses` is empty when nothing was lost and nothing done twice. */
export async function findLosses(shop: Shop): Promise<Account> {
  const customers = await shop.query(customerRow, CUSTOMERS_SQL);
  const answers = await shop.query(answerRow, ANSWERS_SQL);
  const rest = await shop.query(restRow, REST_SQL);
  const silent: Record<string, number> = {};
  for (const { silence } of customers) if (silence !== null) silent[silence] = (silent[silence] ?? 0) + 1;
  return {
    losses: [
      ...rest.filter(({ number }) => number > 0).map(({ what, number }) => `${number} ${what}`),
      ...checkCustomers(shop, customers),
      ...checkAnswers(shop, answers),
      ...checkTurns(answers),
    ],
    figures: {
      messages: customers.length,
      answers: answers.length,
      unknown: answers.filter((row) => row.state === 'unknown').length,
      silent,
      notEchoed: answers.filter((row) => readMarks(row.text).length === 0).length,
    },
  };
}
