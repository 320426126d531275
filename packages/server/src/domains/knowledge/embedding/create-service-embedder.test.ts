import { type ModelSimulator, startModelSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createVendorFetch, type VendorFetch } from '../../../platform/outbound/index.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createServiceEmbedder } from './create-service-embedder.ts';
import { EmbeddingError } from './port.ts';
import { readEmbeddings } from './read-embeddings.ts';

const fetch = createVendorFetch({ clock: systemClock });
let model: ModelSimulator;
beforeAll(async () => {
  model = await startModelSimulator({ keys: ['sk-test'] });
});
afterAll(() => model.close());
beforeEach(() => {
  model.faults.clear();
  model.setEmbedding({ mode: 'meaning', maxTexts: 2048 });
});

const open = (apiKey = 'sk-test', own: VendorFetch = fetch) =>
  createServiceEmbedder({ baseUrl: model.baseUrl, apiKey, name: 'embed-test' }, { fetch: own, clock: systemClock });
const passage = { kind: 'passage' } as const;

async function failureOf(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof EmbeddingError ? { ...error.failure, reason: error.reason } : error;
}

it('gives unit vectors in the order of the texts; those that mean the same are near', async () => {
  const [dog, puppy, sauna] = await open().embed(['Можно с собакой?', 'Пустите щенка?', 'Есть сауна?'], passage);
  const cosine = (left?: Float32Array, right?: Float32Array) =>
    left?.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0) ?? 0;
  expect(cosine(dog, dog)).toBeCloseTo(1, 5);
  expect(cosine(dog, puppy)).toBeGreaterThan(cosine(dog, sauna) + 0.3);
});

it('finds out how many texts a server takes in one call', async () => {
  model.setEmbedding({ maxTexts: 1 });
  const embedder = open();
  const texts = Array.from({ length: 5 }, (_, at) => `Текст ${at}`);
  expect(await embedder.embed(texts, passage)).toHaveLength(5);
  const before = model.ledger.calls.length;
  await embedder.embed(texts.slice(0, 2), passage);
  const sent = model.ledger.calls.slice(before).map(({ body }) => body);
  expect(sent).toMatchObject([{ input: 'Текст 0' }, { input: 'Текст 1' }]);
});

/** Takes so many texts in one call; gives how many each call had, refused ones included. */
function limitedTo(server: { maxTexts: number }) {
  const sizes: number[] = [];
  const answering: VendorFetch = async (_url, request) => {
    const { input } = z
      .object({ input: z.union([z.string(), z.array(z.string())]) })
      .parse(JSON.parse(String(request?.body)));
    const count = typeof input === 'string' ? 1 : input.length;
    sizes.push(count);
    if (count > server.maxTexts) return { status: 400, headers: {}, body: Buffer.from('{}') };
    const data = Array.from({ length: count }, (_, index) => ({ index, embedding: [1, 0] }));
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ data })) };
  };
  return { sizes, embedder: open('sk-test', answering) };
}

const many = Array.from({ length: 64 }, (_, at) => `Текст ${at}`);

it('risk: a server that refused once is asked for few texts at a time until the next start', async () => {
  const server = { maxTexts: 1 };
  const { sizes, embedder } = limitedTo(server);
  await embedder.embed(many, passage);
  server.maxTexts = 2048;
  for (let times = 0; times < 3; times += 1) await embedder.embed(many, passage);
  sizes.length = 0;
  for (let times = 0; times < 20; times += 1) await embedder.embed(many, passage);
  expect(sizes.at(-1)).toBe(64);
});

it('a server that takes one text at a time is asked for more ever more seldom', async () => {
  const { sizes, embedder } = limitedTo({ maxTexts: 1 });
  for (let times = 0; times < 100; times += 1) await embedder.embed(many, passage);
  const refused = sizes.filter((size) => size > 1).length;
  expect(refused).toBeLessThan(85);
  sizes.length = 0;
  for (let times = 0; times < 16; times += 1) await embedder.embed(many, passage);
  expect(sizes.filter((size) => size > 1).length).toBeLessThanOrEqual(2);
});

it.each([
  ['rate-limited', { kind: 'retry', afterMs: 7000, reason: '429' }],
  ['server-error', { kind: 'retry', afterMs: 15_000, reason: '500' }],
  ['quota-exhausted', { kind: 'unavailable', reason: 'quota' }],
  ['model-not-found', { kind: 'unavailable', reason: '404' }],
  ['wrong-count', { kind: 'retry', afterMs: 15_000, reason: 'count' }],
  ['zero-vectors', { kind: 'retry', afterMs: 15_000, reason: 'numbers' }],
  ['socket-drop', { kind: 'retry', afterMs: 15_000 }],
] as const)('%s is said in the words of the port', async (kind, expected) => {
  model.faults.add({ kind, endpoint: 'embeddings', ...(kind === 'rate-limited' && { retryAfter: 7 }) });
  expect(await failureOf(open().embed(['Первый', 'Второй'], passage))).toMatchObject(expected);
});

it('a wrong key is nothing that waiting helps', async () => {
  expect(await failureOf(open('sk-other').embed(['Текст'], passage))).toEqual({ kind: 'unavailable', reason: '401' });
});

it('one text that the server will not take is refused by itself', async () => {
  const refusing: VendorFetch = async () => ({ status: 400, headers: {}, body: Buffer.from('{}') });
  expect(await failureOf(open('sk-test', refusing).embed(['а', 'б'], passage))).toEqual({
    kind: 'rejected',
    reason: '400',
  });
});

it('reads base64, an order of its own, and refuses what are no numbers', () => {
  const base64 = Buffer.from(Float32Array.from([3, 4]).buffer).toString('base64');
  const data = [
    { index: 1, embedding: [0, 2] },
    { index: 0, embedding: base64 },
  ];
  const vectors = readEmbeddings(Buffer.from(JSON.stringify({ data })), 2);
  expect(vectors.map((vector) => [...vector])).toEqual([
    [Math.fround(0.6), Math.fround(0.8)],
    [0, 1],
  ]);
  const broken = (body: string) => () => readEmbeddings(Buffer.from(body), 1);
  const notNumber = Buffer.from(Float32Array.from([Number.NaN, 1]).buffer).toString('base64');
  expect(broken(JSON.stringify({ data: [{ embedding: notNumber }] }))).toThrow('numbers');
  expect(broken('{"data":[{"embedding":[NaN,1]}]}')).toThrow('unreadable');
  expect(broken('{"data":[{"embedding":[null,1]}]}')).toThrow('unreadable');
  expect(broken(JSON.stringify({ data: [{ embedding: [] }] }))).toThrow('numbers');
  expect(() => readEmbeddings(Buffer.from(JSON.stringify({ data: [data[0], data[0]] })), 2)).toThrow('count');
});
