import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Confined, createConfined } from '../../../../platform/confined/index.ts';
import { createLog } from '../../../../platform/log/logger.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { makeSentenceModel } from '../../testing/models/make-sentence-model.ts';
import { SHOP_WORDS } from '../../testing/models/open-local-model.ts';
import { writeModel } from '../../testing/models/write-model.ts';
import type { Embedder } from '../port.ts';
import { createLocalEmbedder, embeddingProcess } from './create-local-embedder.ts';
import { createFolderReader } from './model-folder.ts';
import { findRuntime, runtimes } from './open-runtime.ts';

const { resolve } = createRequire(import.meta.url);
/** The one that comes with the development tree, and the other where somebody has installed it. */
const installed = runtimes.filter((name) => {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
});

function scalar(one: Float32Array | undefined, other: Float32Array | undefined): number {
  const products = [...(one ?? [])].map((value, at) => value * (other?.[at] ?? 0));
  return products.reduce((sum, value) => sum + value, 0);
}

let folder: string;
let confined: Confined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otvet-embed-'));
  await writeModel(folder, makeSentenceModel([...SHOP_WORDS, ['query'], ['passage']]));
  confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }), ...embeddingProcess });
});
afterAll(async () => {
  await confined.close();
  await rm(folder, { recursive: true });
});

async function open(name = 'tiny/sentences', runtime = installed[0] ?? 'onnxruntime-web'): Promise<Embedder> {
  return createLocalEmbedder({ confined, runtime, name, model: await createFolderReader().read(folder) });
}

it('one runtime at least is installed, and found', () => {
  expect(findRuntime()).toBe(installed[0]);
  expect(findRuntime(() => false)).toBeUndefined();
  expect(findRuntime((name) => name !== '@huggingface/tokenizers')).toBeUndefined();
});

describe.each(installed)('%s', (runtime) => {
  it('puts texts that mean the same near each other, in the order of the texts, with unit length', async () => {
    const embedder = await open('tiny/sentences', runtime);
    const texts = ['Доставка', 'Заплатить', 'КУРЬЕР!', 'Оплата картой', 'delivery', 'Привезёте?'];
    const vectors = await embedder.embed(texts, { kind: 'passage' });
    expect(vectors).toHaveLength(texts.length);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const [delivery, pay, courier, card, english, bring] = vectors;
    for (const near of [courier, english, bring]) expect(scalar(delivery, near)).toBeGreaterThan(0.9);
    expect(scalar(pay, card)).toBeGreaterThan(0.9);
    expect(scalar(delivery, pay)).toBeLessThan(0.1);
  });
});

it('marks questions and passages as the family of the model wants it', async () => {
  const plain = await open();
  const [unmarked] = await plain.embed(['курьер'], { kind: 'query' });
  const e5 = await open('intfloat/multilingual-e5-small');
  const [question] = await e5.embed(['курьер'], { kind: 'query' });
  const [passage] = await e5.embed(['курьер'], { kind: 'passage' });
  expect(scalar(unmarked, question)).toBeLessThan(0.9);
  expect(scalar(question, passage)).toBeLessThan(0.9);
  expect(e5.name).not.toBe(plain.name);
});

it('a text longer than the model reads is cut, and its beginning counts', async () => {
  const embedder = await open();
  const [long, short] = await embedder.embed(['курьер '.repeat(5000), 'доставка'], { kind: 'passage' });
  expect(scalar(long, short)).toBeGreaterThan(0.9);
});

it('a model that changes by one byte has another name', async () => {
  const before = await open();
  await writeModel(folder, makeSentenceModel([...SHOP_WORDS, ['query'], ['passage', 'новое']]));
  const after = await open();
  expect(after.name).not.toBe(before.name);
  expect(await after.embed(['новое'], { kind: 'query' })).toHaveLength(1);
});

it('a process that is killed is a failure that passes, and the next text gets a new one', async () => {
  const embedder = await open();
  await embedder.embed(['курьер'], { kind: 'query' });
  const { pid } = confined;
  if (pid === undefined) throw new Error('No process keeps the model');
  process.kill(pid, 'SIGKILL');
  expect(await embedder.embed(['курьер'], { kind: 'query' })).toHaveLength(1);
  expect(confined.pid).not.toBe(pid);
});

it('what cannot be opened is no model, however often it is asked', async () => {
  const broken = await mkdtemp(join(folder, 'broken-'));
  await writeModel(broken, { ...makeSentenceModel(SHOP_WORDS), 'onnx/model_quantized.onnx': Buffer.from('no model') });
  const model = await createFolderReader().read(broken);
  const embedder = createLocalEmbedder({ confined, runtime: installed[0] ?? 'onnxruntime-web', name: 'broken', model });
  for (const kind of ['query', 'passage'] as const)
    await expect(embedder.embed(['курьер'], { kind })).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  expect(await (await open()).embed(['курьер'], { kind: 'query' })).toHaveLength(1);
});

it('a line that is full is a failure that passes, and says when to come again', async () => {
  const embedder = await open();
  const asked = Array.from({ length: 40 }, () => embedder.embed(['курьер'], { kind: 'query' }));
  const refused = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: 'busy', failure: { kind: 'retry', afterMs: expect.any(Number) } });
});

it('who gave up waiting hears of it at once', async () => {
  const embedder = await open();
  const gone = new AbortController();
  const asked = embedder.embed(['курьер'], { kind: 'query', signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
});
