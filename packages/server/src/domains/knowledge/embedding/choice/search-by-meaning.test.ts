import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { searchByMeaning } from '@otvet/contract';
import { type ModelHub, startModelHub } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { MODEL, publishModel } from '../../testing/models/open-local-model.ts';
import { createEmbedders } from '../choose-embedder.ts';
import type { Embedder } from '../port.ts';

const PATH = '/v1/learning/search-by-meaning/';
const ONNX = `/${MODEL}/resolve/main/onnx/model_quantized.onnx`;
const error = z.object({ code: z.string() });

let hub: ModelHub;
let app: TestApp;
beforeAll(async () => {
  hub = await startModelHub();
  publishModel(hub);
  app = await startTestApp({ env: { LOCAL_EMBEDDING_MODEL: MODEL, MODEL_HUB_URL: hub.url } });
});
afterAll(async () => {
  hub.heal();
  await app.close();
  await hub.close();
});

type Owner = Awaited<ReturnType<TestApp['signUp']>>;

async function ask({ accessToken: token }: Owner) {
  return searchByMeaning.parse((await app.api('GET', PATH, { token })).body);
}
async function choose({ accessToken: token }: Owner, choice: string) {
  return await app.api('PUT', PATH, { token, body: { choice } });
}

it('is off until an owner switches it on, goes on by itself, and is the choice of his account alone', async () => {
  const [owner, neighbour] = [await app.signUp(), await app.signUp()];
  expect(await ask(owner)).toMatchObject({ choice: 'off', service: null, progress: null, local: { state: 'absent' } });
  hub.fail(ONNX, 'held');
  const answers = await Promise.all([choose(owner, 'local'), choose(owner, 'local')]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ choice: 'local', local: { state: 'fetching' } });
  }
  hub.heal();
  await waitUntil(async () => (await ask(owner)).local.state === 'ready');
  expect(await ask(neighbour)).toMatchObject({ choice: 'off', local: { state: 'ready' } });
  expect((await choose(owner, 'off')).body).toMatchObject({ choice: 'off', local: { state: 'ready' } });
});

it('switching off ends a fetch once nobody waits for it', async () => {
  await app.pool.query('delete from knowledge_models');
  await app.pool.query('delete from knowledge_embedding_choices');
  await rm(join(app.dataDir, 'models'), { recursive: true });
  const [owner, neighbour] = [await app.signUp(), await app.signUp()];
  hub.fail(ONNX, 'held');
  await choose(owner, 'local');
  await choose(neighbour, 'local');
  expect((await choose(owner, 'off')).body).toMatchObject({ local: { state: 'fetching' } });
  expect((await choose(neighbour, 'off')).body).toMatchObject({ local: { state: 'absent' } });
  hub.heal();
  await waitUntil(async () => (await readdir(join(app.dataDir, 'models')).catch(() => [])).length === 0);
  expect((await ask(owner)).local.state).toBe('absent');
});

it('what the host has not set up cannot be chosen', async () => {
  const owner = await app.signUp();
  const { status, body } = await choose(owner, 'service');
  expect(status).toBe(409);
  expect(error.parse(body).code).toBe('knowledge.meaning_unavailable');
});

it('an account is served by its choice, and without one by the service of the host', async () => {
  const [chosen, silent, off] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const named = (name: string): Embedder => ({ name, embed: async () => [] });
  const local = { isMissing: false, open: async () => named('local') };
  const deps = { pool: app.pool, clock: { now: () => new Date() }, local };
  const withService = createEmbedders({ ...deps, service: { of: async () => named('service') } });
  await choose(chosen, 'local');
  await choose(off, 'off');
  expect((await withService.of(chosen.accountId))?.name).toBe('local');
  expect((await withService.of(silent.accountId))?.name).toBe('service');
  expect(await withService.of(off.accountId)).toBeUndefined();
  const without = createEmbedders(deps);
  expect(await without.of(silent.accountId)).toBeUndefined();
  await choose(chosen, 'off');
  withService.forget(chosen.accountId);
  expect(await withService.of(chosen.accountId)).toBeUndefined();
});
