import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubFault } from '@otvet/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/time/clock.ts';
import { mountSmallDisk } from '../../../../testing/chaos/small-disk.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { makeSentenceModel } from '../../testing/models/make-sentence-model.ts';
import {
  chooseLocal,
  MODEL,
  type OpenLocalModels,
  openLocalModels,
  publishModel,
  SHOP_WORDS,
} from '../../testing/models/open-local-model.ts';
import { writeModel } from '../../testing/models/write-model.ts';

const ONNX = `/${MODEL}/resolve/main/onnx/model_quantized.onnx`;
const PART = 64;
const TOKENIZER = `/${MODEL}/resolve/main/tokenizer.json`;

let models: OpenLocalModels;
beforeAll(async () => {
  models = await openLocalModels();
});
afterAll(() => models.close());
beforeEach(async () => {
  await chooseLocal(models.pool);
});
afterEach(async () => {
  models.hub.heal();
  publishModel(models.hub);
  await models.pool.query('delete from knowledge_models');
  await models.pool.query('delete from knowledge_embedding_choices');
});

type Node = Awaited<ReturnType<OpenLocalModels['openNode']>>;
const stateOf = async ({ local }: Node) => (await local.now()).state;
const countCalls = (path: string) => models.hub.calls.filter((call) => call.path === path).length;
/** Bytes of files that were asked for, besides the looks at what they are. */
const readParts = (from: number) =>
  models.hub.calls.slice(from).filter(({ path, range }) => path === ONNX && range !== 'bytes=0-0').length;

it('is fetched part by part, verified, tried and used', async () => {
  const node = await models.openNode();
  expect(await node.local.now()).toMatchObject({ state: 'absent', model: MODEL });
  expect(await node.local.open()).toBeUndefined();
  await node.local.want();
  await node.local.look();
  const files = makeSentenceModel(SHOP_WORDS);
  const bytes = Object.values(files).reduce((sum, file) => sum + file.byteLength, 0);
  expect(await node.local.now()).toMatchObject({ state: 'ready', done: bytes, total: bytes, reason: null });
  for (const [path, file] of Object.entries(files)) expect(await readFile(join(node.model.folder, path))).toEqual(file);
  const embedder = await node.local.open();
  expect(await embedder?.embed(['курьер'], { kind: 'query' })).toHaveLength(1);
  expect(await readdir(join(node.dataDir, 'models'))).toEqual([expect.not.stringContaining('.part')]);
});

it('two clicks at once fetch it once', async () => {
  const node = await models.openNode();
  const before = countCalls(TOKENIZER);
  await Promise.all(Array.from({ length: 5 }, () => node.local.want()));
  await Promise.all([node.local.look(), node.local.look()]);
  expect(await stateOf(node)).toBe('ready');
  // One look at what it is, and its parts.
  const parts = Math.ceil((makeSentenceModel(SHOP_WORDS)['tokenizer.json']?.byteLength ?? 0) / PART);
  expect(countCalls(TOKENIZER) - before).toBe(parts + 1);
});

it('two nodes: one fetches at a time, and each has a copy of its own in the end', async () => {
  const begun = models.hub.calls.length;
  const [one, other] = [await models.openNode(), await models.openNode()];
  models.hub.fail(ONNX, 'held', 64);
  await one.local.want();
  await waitUntil(() =>
    models.hub.calls.slice(begun).some(({ path, range }) => path === ONNX && range === 'bytes=64-127'),
  );
  const before = models.hub.calls.length;
  await other.local.look();
  expect(models.hub.calls.length).toBe(before);
  models.hub.heal();
  await one.local.look();
  expect(await stateOf(other)).toBe('ready');
  expect(await other.local.open()).toBeUndefined();
  await other.local.look();
  const [first, second] = [await one.local.open(), await other.local.open()];
  expect(first?.name).toBe(second?.name);
  expect(second).toBeDefined();
});

it('two nodes on one folder: the second finds what the first has fetched', async () => {
  const one = await models.openNode();
  await one.local.want();
  await one.local.look();
  const before = models.hub.calls.length;
  const other = await models.openNode({ dataDir: one.dataDir });
  await other.local.look();
  expect(await other.local.open()).toBeDefined();
  expect(models.hub.calls.length).toBe(before);
});

it('a process that ends within a fetch is followed by one that goes on where it was', async () => {
  const begun = models.hub.calls.length;
  const nodeId = randomUUID();
  const one = await models.openNode({ nodeId });
  models.hub.fail(ONNX, 'held', 192);
  await one.local.want();
  await waitUntil(async () => readParts(begun) >= 3);
  const closing = one.local.close();
  models.hub.heal();
  await closing;
  const before = models.hub.calls.length;
  const again = await models.openNode({ nodeId, dataDir: one.dataDir });
  expect(await stateOf(again)).toBe('fetching');
  await again.local.look();
  expect(await stateOf(again)).toBe('ready');
  const all = Math.ceil((makeSentenceModel(SHOP_WORDS)['onnx/model_quantized.onnx']?.byteLength ?? 0) / PART);
  expect(readParts(before)).toBeLessThan(all);
});

it('another node takes over what a dead one held, once its time is over', async () => {
  let aheadMs = 0;
  const sharedClock = { now: () => new Date(Date.now() + aheadMs) };
  const dead = await models.openNode({ sharedClock });
  models.hub.fail(TOKENIZER, 'held');
  await dead.local.want();
  await waitUntil(() => countCalls(TOKENIZER) > 0 && models.hub.calls.at(-1)?.path === TOKENIZER);
  const closing = dead.local.close();
  models.hub.heal();
  await closing;
  const other = await models.openNode({ sharedClock });
  await other.local.look();
  expect(await stateOf(other)).toBe('fetching');
  aheadMs = 200_000;
  await other.local.look();
  expect(await stateOf(other)).toBe('ready');
});

it('what nobody wants any more ends, and leaves nothing', async () => {
  const begun = models.hub.calls.length;
  const node = await models.openNode();
  models.hub.fail(ONNX, 'held', 64);
  await node.local.want();
  await waitUntil(async () => readParts(begun) >= 2);
  await models.pool.query('delete from knowledge_embedding_choices');
  await node.local.leave();
  expect(await stateOf(node)).toBe('absent');
  models.hub.heal();
  await node.local.look();
  expect(await stateOf(node)).toBe('absent');
  expect(await readdir(join(node.dataDir, 'models'))).toEqual([]);
});

it('risk: a fetch that was left ends late with a fault, as that of the model which is wanted again', async () => {
  let asked = 0;
  const offAndOn = async () => {
    await models.pool.query('delete from knowledge_embedding_choices');
    await node.local.leave();
    await chooseLocal(models.pool);
    await node.local.want();
  };
  const clock = {
    ...systemClock,
    after: (_ms: number, callback: () => void) => {
      asked += 1;
      return systemClock.after(0, asked === 1 ? () => void offAndOn().then(callback) : callback);
    },
  };
  const node = await models.openNode({ clock });
  models.hub.fail(ONNX, 'broken', 64);
  await node.local.want();
  await node.local.look();
  expect(await node.local.now()).toMatchObject({ state: 'fetching', reason: null });
  models.hub.heal();
  await node.local.look();
  expect(await stateOf(node)).toBe('ready');
});

describe('a hub that fails', () => {
  it.each<[HubFault, string]>([
    ['page', 'not_a_file'],
    ['missing', 'not_found'],
    ['closed', 'closed'],
    ['broken', 'unreachable'],
    ['other-bytes', 'checksum'],
    ['no-digest', 'no_digest'],
  ])('%s: %s, and the next try has it', async (fault, reason) => {
    const node = await models.openNode();
    models.hub.fail(ONNX, fault);
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'failed', reason });
    expect(await node.local.open()).toBeUndefined();
    models.hub.heal();
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'ready', reason: null });
  });

  it('says how much is kept: nothing where nothing came, and what came before where the hub is gone', async () => {
    const node = await models.openNode();
    const fetched = async () => {
      await node.local.want();
      await node.local.look();
      const { state, reason, done } = await node.local.now();
      return { state, reason, done };
    };
    models.hub.fail(ONNX, 'broken');
    const lost = { state: 'failed', reason: 'unreachable' };
    expect(await fetched()).toEqual({ ...lost, done: 0 });
    models.hub.fail(ONNX, 'broken', 128);
    const { done } = await fetched();
    expect(done).toBeGreaterThanOrEqual(128);
    // Gone from the first word on.
    models.hub.fail(ONNX, 'broken');
    expect(await fetched()).toEqual({ ...lost, done });
  });

  it('a page in the middle of a file is no part of it', async () => {
    const node = await models.openNode();
    models.hub.fail(ONNX, 'page', 128);
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'failed', reason: 'not_a_file' });
  });

  it('is asked again when it cannot be reached for a moment', async () => {
    const node = await models.openNode();
    let asked = 0;
    const clock = {
      ...systemClock,
      after: (_ms: number, callback: () => void) => {
        asked += 1;
        if (asked === 2) models.hub.heal();
        return systemClock.after(0, callback);
      },
    };
    const patient = await models.openNode({ clock, dataDir: node.dataDir });
    models.hub.fail(ONNX, 'broken', 64);
    await patient.local.want();
    await patient.local.look();
    expect(asked).toBe(2);
    expect(await stateOf(patient)).toBe('ready');
  });

  it('what is another model under the same name than at first is refused on every node', async () => {
    const one = await models.openNode();
    await one.local.want();
    await one.local.look();
    publishModel(models.hub, makeSentenceModel([...SHOP_WORDS, ['скидка']]));
    const other = await models.openNode();
    await other.local.look();
    expect(await other.local.open()).toBeUndefined();
    // It serves where it was fetched first.
    expect(await one.local.open()).toBeDefined();
    expect(await stateOf(one)).toBe('ready');
  });

  it('a model that cannot be opened is said to be of no use', async () => {
    const files = { ...makeSentenceModel(SHOP_WORDS), 'onnx/model_quantized.onnx': Buffer.alloc(2000, 3) };
    publishModel(models.hub, files);
    const node = await models.openNode();
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'failed', reason: 'unusable' });
  });
});

it('a full disk is a reason, and room for it is enough', async ({ skip }) => {
  const disk = mountSmallDisk({ megabytes: 80 });
  if (disk === undefined) return skip('no right to mount');
  try {
    await mkdir(join(disk.folder, 'data'));
    disk.fill();
    const node = await models.openNode({ dataDir: join(disk.folder, 'data') });
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'failed', reason: 'disk_full' });
    disk.free();
    await node.local.want();
    await node.local.look();
    expect(await stateOf(node)).toBe('ready');
  } finally {
    disk.close();
  }
});

describe('a folder of the host', () => {
  it('is tried and used as it is; nothing is asked of a hub', async () => {
    const folder = await models.newFolder();
    await writeModel(folder, makeSentenceModel(SHOP_WORDS));
    const before = models.hub.calls.length;
    const node = await models.openNode({ setting: folder });
    await node.local.want();
    await node.local.look();
    expect(await stateOf(node)).toBe('ready');
    expect(await node.local.open()).toBeDefined();
    expect(models.hub.calls.length).toBe(before);
  });

  it.each([
    ['nothing', async (folder: string) => await rm(folder, { recursive: true })],
    ['other files', async (folder: string) => await writeFile(join(folder, 'readme.md'), 'Модель')],
    [
      'no tokenizer',
      async (folder: string) => {
        await writeModel(folder, makeSentenceModel(SHOP_WORDS));
        await rm(join(folder, 'tokenizer.json'));
      },
    ],
  ])('%s in it is no model', async (_name, prepare) => {
    const folder = await models.newFolder();
    await prepare(folder);
    const node = await models.openNode({ setting: folder });
    await node.local.want();
    await node.local.look();
    expect(await node.local.now()).toMatchObject({ state: 'failed', reason: 'not_a_model' });
  });
});

it('a node that only serves people fetches nothing first, and takes a copy of what is used', async () => {
  const web = await models.openNode({ isWorker: false });
  await web.local.want();
  await web.local.look();
  expect(await stateOf(web)).toBe('fetching');
  const worker = await models.openNode();
  await worker.local.look();
  await web.local.look();
  expect(await web.local.open()).toBeDefined();
});

it('without its libraries nothing is fetched', async () => {
  const node = await models.openNode({ runtime: undefined });
  await node.local.want();
  await node.local.look();
  expect(await node.local.now()).toMatchObject({ state: 'missing', command: expect.stringContaining('npm install') });
});
