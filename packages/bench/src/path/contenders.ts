import { WebSocket } from 'ws';
import type { Store } from '../harness/open-stores.ts';
import { openOperatorSocket } from '../harness/operator-socket.ts';
import { minimalPathProgram } from '../harness/places.ts';
import { startProgram } from '../harness/processes.ts';
import { startProduct } from '../harness/start-product.ts';
import type { VendorStubs } from '../harness/vendor-stubs.ts';
import type { HttpClient } from '../load/http-client.ts';
import { type LoadResult, runCustomers } from '../load/run-customers.ts';
import { createUpdates } from './telegram-messages.ts';

export type Round = Omit<Parameters<typeof runCustomers>[0], 'act'>;
export type Contender = { name: string; pid: number; run(round: Round): Promise<LoadResult>; close(): Promise<void> };
type Scene = { store: Store; stubs: VendorStubs; http: HttpClient; nodeOptions?: string[] };

const json = { 'content-type': 'application/json' };
const ANSWER_WITHIN_MS = 20_000;
const MESSAGES_PER_DIALOG = 10;

/** Customers who wait for the answer that the platform brings them. */
function createWaiting(stubs: VendorStubs) {
  const waiting = new Map<number, () => void>();
  stubs.onSent((chatId) => {
    waiting.get(chatId)?.();
    waiting.delete(chatId);
  });
  return (chatId: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer came to chat ${chatId}`)), ANSWER_WITHIN_MS);
      waiting.set(chatId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
}

/** The whole product: webhook in, answer sent to the platform. */
export async function startProductContender(scene: Scene): Promise<Contender> {
  const { stubs, http } = scene;
  const product = await startProduct({ ...scene, vendorUrl: stubs.url, hasModel: true });
  const socket = await openOperatorSocket({
    url: product.url,
    token: product.owner.token,
    from: '127.0.0.1',
    onEvent: () => undefined,
  });
  const updates = createUpdates({ firstChatId: 1_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const { url, secret } = stubs.webhook();
  const headers = { ...json, 'x-telegram-bot-api-secret-token': secret };
  const target = product.url + new URL(url).pathname;
  return {
    name: 'product',
    pid: product.pid,
    async run(round) {
      const wait = createWaiting(stubs);
      return await runCustomers({
        ...round,
        async act(customer) {
          const { chatId, body } = updates.next(customer);
          const answered = wait(chatId);
          const { status } = await http.send({ url: target, headers, body });
          if (status !== 200) throw new Error(`The webhook was answered ${status}`);
          await answered;
        },
      });
    },
    async close() {
      socket.close();
      await product.close();
    },
  };
}

/** The least that could answer at all; see `minimal-path-server.ts`. */
export async function startMinimalPath({ store, stubs, http }: Scene): Promise<Contender> {
  const env = { ...store.env, MODEL_URL: stubs.url };
  const running = await startProgram({ program: minimalPathProgram, env, readyPath: '/ready' });
  const socket = new WebSocket(running.url.replace('http', 'ws'), { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const updates = createUpdates({ firstChatId: 1_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const url = `${running.url}/message`;
  return {
    name: 'minimal path',
    pid: running.pid,
    run: (round) =>
      runCustomers({
        ...round,
        async act(customer) {
          const { status } = await http.send({ url, headers: json, body: updates.next(customer).body });
          if (status !== 200) throw new Error(`The minimal path answered ${status}`);
        },
      }),
    async close() {
      socket.terminate();
      await running.close();
    },
  };
}
