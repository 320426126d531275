import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelHub, startModelHub } from '@otvet/simulators';
import type pg from 'pg';
import { createConfined } from '../../../../platform/confined/index.ts';
import { createLog } from '../../../../platform/log/logger.ts';
import { createOutboundFetch } from '../../../../platform/outbound/index.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { startTestDatabase } from '../../../../testing/start-test-database.ts';
import { setChoice } from '../../embedding/choice/choice-store.ts';
import { embeddingProcess } from '../../embedding/local/create-local-embedder.ts';
import { createLocalModel, type LocalModelDeps } from '../../embedding/local/create-local-model.ts';
import { describeModel } from '../../embedding/local/local-model.ts';
import { findRuntime } from '../../embedding/local/open-runtime.ts';
import { makeSentenceModel, type SentenceModel } from './make-sentence-model.ts';

export const SHOP_WORDS = [
  ['доставка', 'привезёте', 'курьер', 'delivery'],
  ['оплата', 'заплатить', 'картой', 'payment'],
];
export const MODEL = 'tiny/sentences';

/** Puts the model on the hub as a real one lies there: the large file at its store. */
export function publishModel(
  hub: Pick<ModelHub, 'publish'>,
  files: SentenceModel = makeSentenceModel(SHOP_WORDS),
): void {
  const entries = Object.entries(files).map(([path, bytes]) => [path, { bytes, isLarge: path.endsWith('.onnx') }]);
  hub.publish(MODEL, Object.fromEntries(entries));
}

type Options = Partial<
  Pick<LocalModelDeps, 'runtime' | 'isWorker' | 'partBytes' | 'nodeId' | 'sharedClock' | 'clock'>
> & {
  setting?: string;
  /** In the place of a folder of its own. */
  dataDir?: string;
};

/** Models of this server over a real database, disk and process, with a hub that stands in. */
export async function openLocalModels() {
  const database = await startTestDatabase({ kind: 'server' });
  const { pool } = database;
  const hub = await startModelHub();
  publishModel(hub);
  const log = createLog({ level: 'silent' });
  const confined = createConfined({ clock: systemClock, log, ...embeddingProcess });
  const folders: string[] = [];
  const opened: { close(): Promise<void> }[] = [];

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'otvet-model-'));
    folders.push(folder);
    return folder;
  }

  return {
    ...{ pool, hub, confined, newFolder },
    /** A node with its own data folder. */
    async openNode({ setting = MODEL, dataDir, ...options }: Options = {}) {
      const place = dataDir ?? (await newFolder());
      const model = describeModel(setting, place);
      const local = createLocalModel({
        ...{ pool, log, confined, model, clock: systemClock, sharedClock: systemClock },
        ...{ fetch: createOutboundFetch({ isPrivateAddressAllowed: true }), hubUrl: hub.url, retryMs: 1 },
        ...{ nodeId: randomUUID(), runtime: findRuntime(), isWorker: true, partBytes: 64 },
        ...options,
      });
      opened.push(local);
      return { local, model, dataDir: place };
    },
    async close() {
      hub.heal();
      for (const local of opened) await local.close();
      await confined.close();
      await hub.close();
      await database.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OpenLocalModels = Awaited<ReturnType<typeof openLocalModels>>;

/** An owner who wants the model of this server. */
export async function chooseLocal(pool: pg.Pool): Promise<{ accountId: string }> {
  const accountId = randomUUID();
  await setChoice.run(pool, { accountId, choice: 'local', now: new Date() });
  return { accountId };
}
