import pg from 'pg';
import { openStores } from '../harness/open-stores.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { runSteadily } from '../load/run-customers.ts';
import { createUpdates } from '../path/telegram-messages.ts';

const PER_SECOND = 50;
/** Customers write on in turn: each has his answer long before he writes again. */
const CUSTOMERS = 200;
const MESSAGES_PER_DIALOG = 10;
const ANSWER_WITHIN_MS = 10_000;

/** The database itself announces each committed answer: nothing is polled, and no clock but ours is read. */
const notifyStatements = [
  `create function tell_answer() returns trigger language plpgsql as $$
   begin
     perform pg_notify('answers', (select chat_id from dialogs where account_id = new.account_id and id = new.dialog_id));
     return null;
   end $$`,
  `create trigger tell_answer after insert on messages for each row when (new.author = 'assistant') execute function tell_answer()`,
];

async function listenForAnswers(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of notifyStatements) await client.query(statement);
  const waiting = new Map<string, (() => void)[]>();
  client.on('notification', ({ payload = '' }) => {
    // Messages that came while the answer was made are answered by it too.
    for (const finish of waiting.get(payload) ?? []) finish();
    waiting.delete(payload);
  });
  await client.query('listen answers');
  return {
    /** When the answer was there; undefined when it did not come in time. */
    next: (chatId: number): Promise<number | undefined> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
        const finish = () => {
          clearTimeout(timer);
          resolve(performance.now());
        };
        waiting.set(String(chatId), [...(waiting.get(String(chatId)) ?? []), finish]);
      }),
    close: () => client.end(),
  };
}

/** When answers were asked for, in milliseconds of the wall's clock, how long they took, and how many did not come in time. */
export type Answers = { askedAt: number[]; fromStart: number[]; fromAccepted: number[]; late: number };

/** A product on PostgreSQL whose customers write at a steady pace and are answered without a model. */
export type SteadyAnswers = {
  product: Product;
  measure(seconds: number): Promise<Answers>;
  close(): Promise<void>;
};

export async function openSteadyAnswers({ nodeOptions = [] }: { nodeOptions?: string[] } = {}): Promise<SteadyAnswers> {
  const stores = await openStores({ needsServer: true });
  const store = await stores.make('PostgreSQL');
  const stubs = await startVendorStubs();
  const product = await startProduct({ store, vendorUrl: stubs.url, hasModel: false, nodeOptions });
  const answers = await listenForAnswers(store.env.DATABASE_URL ?? '');
  const http = createHttpClient({ connections: 50 });
  const updates = createUpdates({ firstChatId: 3_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const { url, secret } = stubs.webhook();
  const target = product.url + new URL(url).pathname;
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };

  async function act(number: number, found: Answers): Promise<void> {
    const { chatId, body } = updates.next(number % CUSTOMERS);
    const answered = answers.next(chatId);
    const startedAt = performance.now();
    const { status } = await http.send({ url: target, headers, body });
    const acceptedAt = performance.now();
    if (status !== 200) throw new Error(`The webhook was answered ${status}`);
    const answeredAt = await answered;
    if (answeredAt === undefined) {
      found.late += 1;
      return;
    }
    found.askedAt.push(performance.timeOrigin + startedAt);
    found.fromStart.push(answeredAt - startedAt);
    // The answer may be there before its webhook's 200 has come through.
    found.fromAccepted.push(Math.max(0, answeredAt - acceptedAt));
  }

  return {
    product,
    async measure(seconds) {
      const found: Answers = { askedAt: [], fromStart: [], fromAccepted: [], late: 0 };
      await runSteadily({ perSecond: PER_SECOND, count: PER_SECOND * seconds, act: (number) => act(number, found) });
      return found;
    },
    async close() {
      http.close();
      await answers.close();
      await product.close();
      await stubs.close();
      await stores.close();
    },
  };
}
