import { z } from 'zod';
import { type Api, createApi, freshToken, type Owner, signUp } from './api.ts';
import type { Store } from './open-stores.ts';
import { productMigrations, productStart, serverProgram } from './places.ts';
import { type Running, startProgram } from './processes.ts';
import { PUBLIC_URL } from './public-url.ts';
import { KNOWN_ANSWER, KNOWN_QUESTION } from './vendor-stubs.ts';

export type Product = Running & {
  api: Api;
  owner: Owner;
  channelId: string;
  knowledgeBaseId: string;
};

type Settings = {
  store: Store;
  /** Where the Bot API and, with `hasModel`, the model stand. */
  vendorUrl: string;
  modelUrl?: string;
  hasModel: boolean;
  /** Of the channel. */
  isActive?: boolean;
  nodeOptions?: string[];
  botToken?: string;
};

const created = z.object({ id: z.string() });

function environmentOf({ store, vendorUrl, modelUrl, hasModel }: Settings): Record<string, string> {
  return {
    ...store.env,
    PUBLIC_URL,
    TELEGRAM_API_URL: vendorUrl,
    ...(hasModel ? { AI_BASE_URL: `${modelUrl ?? vendorUrl}/v1`, AI_MODEL: 'stub' } : {}),
  };
}

/**
 * The product in its own process, with an account without a limit of messages, a base with one pair and a connected bot.
 * It is started twice, at last with the options of `npm start`: the limit is lifted in the database in between, when nobody
 * else has it open.
 */
export async function startProduct(settings: Settings): Promise<Product> {
  const { store } = settings;
  const env = environmentOf(settings);
  const first = await startProgram({ program: serverProgram, env, readyPath: '/ready' });
  const api = createApi(first.url);
  const owner = await signUp(api);
  const { token } = owner;
  const base = await api({ path: '/api/v1/learning/create-knowledgebase/', body: { name: 'Bench' }, token }, created);
  const pair = { question: KNOWN_QUESTION, answer: KNOWN_ANSWER };
  await api({ path: `/api/v1/learning/create-question-answer/${base.id}/`, body: pair, token }, created);
  const body = {
    token: settings.botToken ?? '7:bench-bench-bench-bench-bench-bench1',
    name: 'Bench',
    knowledgeBaseId: base.id,
  };
  const channel = await api({ path: '/api/v1/connect/telegram/', body, token }, created);
  if (settings.isActive === false) {
    const path = `/api/v1/connect/telegram/${channel.id}/`;
    await api({ method: 'PUT', path, body: { active: false }, token }, created);
  }
  await first.close();
  await store.run(productMigrations, ['update accounts set messages_limit = null']);
  const nodeOptions = [...productStart.nodeOptions, ...(settings.nodeOptions ?? [])];
  const running = await startProgram({ program: serverProgram, env, readyPath: '/ready', nodeOptions });
  const live = createApi(running.url);
  const fresh = { ...owner, token: await freshToken(live, owner.sessionToken) };
  return { ...running, api: live, owner: fresh, channelId: channel.id, knowledgeBaseId: base.id };
}
