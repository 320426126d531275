import { rm } from 'node:fs/promises';
import type { SearchByMeaning } from '@otvet/contract';
import type pg from 'pg';
import type { Confined } from '../../../../platform/confined/index.ts';
import type { Log } from '../../../../platform/log/logger.ts';
import { outsideRequest } from '../../../../platform/scope/request-scope.ts';
import { isAhead } from '../../../../platform/time/is-ahead.ts';
import { isLocalWanted } from '../choice/choice-store.ts';
import { type Embedder, EmbeddingError } from '../port.ts';
import { createLocalEmbedder } from './create-local-embedder.ts';
import { type FetchModelDeps, fetchModel, keptBytes } from './fetch-model.ts';
import type { LocalModel } from './local-model.ts';
import { ModelFault, toModelFault } from './model-fault.ts';
import { createFolderReader, type KeptFile } from './model-folder.ts';
import { endModel, holdModel, noteModel, readModel, unwantModel, wantModel } from './model-store.ts';
import { INSTALL_COMMAND, type Runtime } from './open-runtime.ts';

export type LocalModelDeps = FetchModelDeps & {
  pool: pg.Pool;
  /** The time that nodes share. */
  sharedClock: { now(): Date };
  log: Log;
  nodeId: string;
  model: LocalModel;
  /** Undefined where its libraries are not installed. */
  runtime: Runtime | undefined;
  /** A process of its own for models, made with `embeddingProcess`. */
  confined: Pick<Confined, 'run'>;
  /** A node that only serves people never fetches first: it takes a copy of what is used elsewhere. */
  isWorker: boolean;
};

export type LocalModelNow = SearchByMeaning['local'];

/** Longer than one part of a file may take. */
const HELD_MS = 150_000;
/** Opening a model on a slow disk. */
const TRIED_MS = 300_000;
/** A copy that this node cannot have while others do. */
const PAUSE_MS = 300_000;
const TRIAL = 'Сколько стоит доставка? How much is delivery?';

/** The model of sentences of this server: had on request by one node at a time, kept in a folder, opened when it is used. */
export function createLocalModel(deps: LocalModelDeps) {
  const { pool, model, runtime } = deps;
  const { name } = model;
  const folders = createFolderReader();
  const ending = new AbortController();
  const copies = { notBefore: 0 };
  let looking: Promise<void> | undefined;
  const now = () => deps.sharedClock.now();

  /** One at a time, not in the name of whoever asked. */
  function look(): Promise<void> {
    if (runtime === undefined || ending.signal.aborted) return Promise.resolve();
    const tools = { runtime, folders, ending: ending.signal, copies };
    looking ??= outsideRequest(() => haveModel(deps, tools)).finally(() => {
      looking = undefined;
    });
    return looking;
  }
  const lookSoon = () =>
    void look().catch((error: unknown) => deps.log.warn({ err: error }, 'the model of sentences was not looked after'));

  return {
    name,
    /** Nobody can be searched by it here. */
    isMissing: runtime === undefined,
    look,
    async now(): Promise<LocalModelNow> {
      const row = await readModel.first(pool, { name });
      const about = model.kind === 'hub' ? model.aboutBytes : null;
      const isHere = model.kind === 'folder' || row?.state === 'ready';
      const bare = { model: name, isHere, done: 0, total: about, reason: null, command: INSTALL_COMMAND };
      if (runtime === undefined) return { ...bare, state: 'missing' };
      if (row === undefined || row.state === 'absent') return { ...bare, state: 'absent' };
      const { done, total, reason } = row;
      return { ...bare, done, total: total ?? about, reason, state: row.state === 'wanted' ? 'fetching' : row.state };
    },
    /** Has it fetched or, where it lies in a folder, tried; once, however often it is wanted. */
    async want(): Promise<void> {
      await wantModel.run(pool, { name, now: now() });
      if (deps.isWorker) lookSoon();
    },
    /** Nobody may want it any more: then what is under way ends. */
    async leave(): Promise<void> {
      await outsideRequest(() => leaveUnwanted(deps));
    },
    /** Undefined where this node cannot use it now; a copy of its own is then fetched. */
    async open(): Promise<Embedder | undefined> {
      if (runtime === undefined) return undefined;
      const row = await readModel.first(pool, { name });
      if (row?.state !== 'ready') return undefined;
      try {
        const read = await folders.read(model.folder);
        return createLocalEmbedder({ confined: deps.confined, runtime, name, model: read });
      } catch {
        lookSoon();
        return undefined;
      }
    },
    /** What was under way is taken up after the next start. */
    async close(): Promise<void> {
      ending.abort();
      await looking?.catch(() => undefined);
    },
  };
}

export type LocalModelKeeper = ReturnType<typeof createLocalModel>;

type Tools = {
  runtime: Runtime;
  folders: ReturnType<typeof createFolderReader>;
  ending: AbortSignal;
  copies: { notBefore: number };
};
type Held = { files: KeptFile[]; isServing: boolean };

async function leaveUnwanted({ pool, model, sharedClock }: LocalModelDeps): Promise<boolean> {
  const [wanted] = await isLocalWanted.all(pool, {});
  if (wanted?.wanted === true) return false;
  await unwantModel.run(pool, { name: model.name, now: sharedClock.now() });
  return true;
}

async function haveModel(deps: LocalModelDeps, tools: Tools): Promise<void> {
  const { pool, model, nodeId, sharedClock } = deps;
  const row = await readWanted(deps);
  if (row === undefined || row.state === 'absent' || row.state === 'failed') return;
  const isServing = row.state === 'ready';
  if (isServing && (await hasCopy(deps, tools))) return;
  if (!isServing && !deps.isWorker) return;
  if (await leaveUnwanted(deps)) return;
  const now = sharedClock.now();
  const until = new Date(now.getTime() + HELD_MS);
  const held = await holdModel.first(pool, { name: model.name, node: nodeId, now, until });
  if (held !== undefined) await tryModel(deps, tools, { files: held.files, isServing: held.state === 'ready' });
}

/** One that an account has chosen is had, whatever became of its click. */
async function readWanted({ pool, model, isWorker, sharedClock }: LocalModelDeps) {
  const { name } = model;
  const row = await readModel.first(pool, { name });
  if (!isWorker || (row !== undefined && row.state !== 'absent')) return row;
  const [wanted] = await isLocalWanted.all(pool, {});
  if (wanted?.wanted !== true) return row;
  await wantModel.run(pool, { name, now: sharedClock.now() });
  return await readModel.first(pool, { name });
}

/** Of a folder nothing can be fetched; whoever put it there is told by the screen. */
async function hasCopy({ model, clock }: LocalModelDeps, { folders, copies }: Tools): Promise<boolean> {
  const isPaused = isAhead({ at: copies.notBefore, now: clock.now(), longestMs: PAUSE_MS });
  if (model.kind === 'folder' || isPaused) return true;
  return await folders.read(model.folder).then(
    () => true,
    () => false,
  );
}

async function tryModel(deps: LocalModelDeps, tools: Tools, held: Held): Promise<void> {
  const { pool, model, nodeId, sharedClock, log } = deps;
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, tools.ending]);
  const identity = () => ({ name: model.name, node: nodeId, now: sharedClock.now() });
  const note: Note = async (progress, state, heldMs) => {
    const until = new Date(sharedClock.now().getTime() + heldMs);
    if ((await noteModel.run(pool, { ...identity(), ...progress, state, until })) === 0) left.abort();
    signal.throwIfAborted();
  };
  try {
    const files = await takeModel(deps, tools, { held, signal, note });
    await endModel.run(pool, { ...identity(), reason: null, kept: 0, files });
    log.info({ model: model.name }, 'the model of sentences is ready');
  } catch (error) {
    if (left.signal.aborted) return await rm(`${model.folder}.part`, { recursive: true, force: true });
    if (tools.ending.aborted) return;
    const fault = toFault(error);
    // The database: what is held runs out, and it is tried again.
    if (fault === undefined) throw error;
    log.warn({ model: model.name, reason: fault.reason, err: fault.cause }, 'the model of sentences cannot be used');
    tools.copies.notBefore = deps.clock.now().getTime() + PAUSE_MS;
    const kept = await keptBytes(model);
    await endModel.run(pool, { ...identity(), reason: fault.reason, kept, files: held.files });
  }
}

type Note = (
  progress: { done: number; total: number | null },
  state: 'wanted' | 'checking',
  heldMs: number,
) => Promise<void>;
type Taking = { held: Held; signal: AbortSignal; note: Note };

/** Fetches it where it is not here, and has it read a text. Throws ModelFault and EmbeddingError. */
async function takeModel(deps: LocalModelDeps, { folders, runtime }: Tools, { held, signal, note }: Taking) {
  const { model, confined } = deps;
  const isHere = await folders.read(model.folder).then(
    () => true,
    (error: unknown) => {
      if (model.kind === 'folder') throw error;
      return false;
    },
  );
  const files =
    model.kind === 'folder' || isHere
      ? held.files
      : await fetchModel(deps, {
          model,
          known: held.files,
          signal,
          onProgress: (progress) => note(progress, 'wanted', HELD_MS),
        });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await note({ done: bytes, total: bytes || null }, 'checking', TRIED_MS);
  const read = await folders.read(model.folder);
  const embedder = createLocalEmbedder({ confined, runtime, name: model.name, model: read });
  await embedder.embed([TRIAL], { kind: 'passage', signal });
  return files;
}

function toFault(error: unknown): ModelFault | undefined {
  if (error instanceof EmbeddingError) return new ModelFault('unusable', { cause: error.cause ?? error });
  return toModelFault(error);
}
