import type { SimulatedPlatform } from '@otvet/simulators';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../call-api.ts';
import { messagesOf, type SeenMessage } from '../product/build-samples.ts';
import type { Person } from '../product/sign-up-people.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../start-test-app.ts';
import { uncounted } from '../uncounted.ts';

/** Where the platform finds the product: its calls are led back to this machine. */
export const PUBLIC_URL = 'https://shop.example';

/** Who writes, by the platform's own id. */
export type PathCustomer = { id: string; name: string };

const delivery = z.object({ state: z.string(), reason: z.string().nullable() });
export type SeenDelivery = z.output<typeof delivery>;

type Started = {
  fetch: typeof fetch;
  /** Between two attempts of the platform to bring an event. */
  backoff: { firstMs: number; maxMs: number };
};

export type PathOptions<Platform extends SimulatedPlatform> = {
  /** As the addresses of the API say it. */
  type: string;
  start(options: Started): Promise<Platform>;
  /** Whom a call means that names nobody. */
  customer: PathCustomer;
  app?: Omit<TestAppOptions, 'rates'>;
};

/** One business, its channel and the simulated platform behind it, over real HTTP; there while the tests of the file run. */
export function openChannelPath<Platform extends SimulatedPlatform>(options: PathOptions<Platform>) {
  const { customer } = options;
  let running: { app: TestApp; platform: Platform; owner: Person } | undefined;
  const now = () => {
    if (!running) throw new Error('The path is open while tests run.');
    return running;
  };
  beforeAll(async () => {
    const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, now().app.url), init);
    const platform = await options.start({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
    const env = { PUBLIC_URL, ...platform.environment, ...options.app?.env };
    const app = await startTestApp({ ...options.app, rates: uncounted, env });
    running = { app, platform, owner: await app.signUp() };
  });
  afterAll(async () => {
    await running?.app.close();
    await running?.platform.close();
  });

  const path = {
    customer,
    /** Of the connected channel; the test that connects it sets it. */
    channelId: '',
    get app() {
      return now().app;
    },
    get platform() {
      return now().platform;
    },
    get owner() {
      return now().owner;
    },
    /** A call of the API in the owner's name. */
    ask: (method: string, address: string, body?: unknown): Promise<Answer> =>
      path.app.api(method, address, { token: path.owner.accessToken, ...(body === undefined ? {} : { body }) }),
    channelNow: async () => (await path.ask('GET', `/v1/channels/${options.type}/${path.channelId}/`)).body,
    uniqueIdOf: ({ id }: { id: string } = customer) => `${id}_${path.channelId}`,
    messages: (from: { id: string } = customer): Promise<SeenMessage[]> =>
      messagesOf(path.app, path.owner, path.uniqueIdOf(from)),
    textsBy: async (author: string, from: { id: string } = customer): Promise<string[]> =>
      (await path.messages(from)).filter((message) => message.author === author).map(({ text }) => text),
    /** What the customer got from the business, oldest first. */
    gotBy: ({ id }: { id: string } = customer): string[] =>
      path.platform.conversation(id).flatMap(({ author, text }) => (author === 'business' ? [text] : [])),
    writes: (text: string, from = customer): void => path.platform.customerSends({ from, text }),
    operatorSends: (body: object, to: { id: string } = customer): Promise<Answer> =>
      path.ask('POST', `/v1/chat/messages/${encodeURIComponent(path.uniqueIdOf(to))}/`, body),
    /** How far the message with these words came; undefined where there is none. */
    deliveryOf: async (text: string, to: { id: string } = customer): Promise<SeenDelivery | undefined> => {
      const message = (await path.messages(to)).find((one) => one.text === text);
      return delivery.optional().parse(message?.delivery ?? undefined);
    },
  };
  return path;
}

export type ChannelPath<Platform extends SimulatedPlatform = SimulatedPlatform> = ReturnType<
  typeof openChannelPath<Platform>
>;
