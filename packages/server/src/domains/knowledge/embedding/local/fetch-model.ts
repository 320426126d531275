import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OutboundFetch } from '../../../../platform/outbound/index.ts';
import { type Clock, sleep } from '../../../../platform/time/clock.ts';
import type { LocalModel } from './local-model.ts';
import { ModelFault } from './model-fault.ts';
import { type KeptFile, MODEL_FILES, writeManifest } from './model-folder.ts';
import { type HubFile, type Part, readHubPart } from './read-hub-file.ts';

export type FetchModelDeps = {
  fetch: OutboundFetch;
  clock: Pick<Clock, 'after' | 'now'>;
  hubUrl: string;
  /** Bytes asked for at once; a test asks for fewer. */
  partBytes?: number | undefined;
  retryMs?: number | undefined;
};
export type FetchTask = {
  model: Extract<LocalModel, { kind: 'hub' }>;
  /** What the files were when they were fetched first, on whichever node; a later difference is refused. */
  known: readonly KeptFile[];
  signal: AbortSignal;
  onProgress(progress: { done: number; total: number }): Promise<void>;
};
type Wanted = HubFile & { path: string };

const PART_BYTES = 8 * 1024 * 1024;
/** More than any small model has. */
const MAX_BYTES = 1_500_000_000;
const SPARE_BYTES = 64 * 1024 * 1024;
const TRIES = 4;
const RETRY_MS = 2000;
const passing = new Set(['unreachable']);

/**
 * Fetches a model into its folder, which is there whole or not at all. What an earlier try left is gone on with; each file
 * is kept when it is what the hub said it is. Throws ModelFault.
 */
export async function fetchModel(deps: FetchModelDeps, task: FetchTask): Promise<KeptFile[]> {
  const { model, known, signal, onProgress } = task;
  const wanted = await describeFiles(deps, task);
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_BYTES) throw new ModelFault('too_large');
  const parts = partsOf(model.folder);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  await requireRoom(parts, { wanted, total });
  const kept: KeptFile[] = [];
  let before = 0;
  for (const file of wanted) {
    const place = join(parts, `${file.digest.hex}.bytes`);
    const onBytes = (bytes: number) => onProgress({ done: before + bytes, total });
    await fetchFile(deps, { ...task, file, place, onBytes });
    const sha256 = await verify(place, file);
    const first = known.find(({ path }) => path === file.path);
    if (first !== undefined && first.sha256 !== sha256) throw new ModelFault('changed');
    kept.push({ path: file.path, bytes: file.bytes, sha256 });
    before += file.bytes;
  }
  signal.throwIfAborted();
  await assemble({ parts, folder: model.folder, kept, wanted });
  return kept;
}

async function describeFiles(deps: FetchModelDeps, task: FetchTask): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const path of MODEL_FILES) {
    const { file } = await readPart(deps, task, { path, from: 0, to: 0 });
    const first = task.known.find((known) => known.path === path);
    if (first !== undefined && file.digest.kind === 'sha256' && first.sha256 !== file.digest.hex)
      throw new ModelFault('changed');
    wanted.push({ ...file, path });
  }
  return wanted;
}

async function requireRoom(folder: string, { wanted, total }: { wanted: Wanted[]; total: number }): Promise<void> {
  const sizes = await Promise.all(wanted.map(({ digest }) => sizeOf(join(folder, `${digest.hex}.bytes`))));
  const { bavail, bsize } = await statfs(folder);
  const left = total - sizes.reduce((sum, size) => sum + size, 0);
  if (bavail * bsize < left + SPARE_BYTES) throw new ModelFault('disk_full');
}

type FileTask = FetchTask & { file: Wanted; place: string; onBytes(bytes: number): Promise<void> };

async function fetchFile(deps: FetchModelDeps, task: FileTask): Promise<void> {
  const { file, place, onBytes, signal } = task;
  const partBytes = deps.partBytes ?? PART_BYTES;
  const target = await open(place, 'a', 0o600);
  try {
    let at = await sizeOf(place);
    if (at > file.bytes) {
      await target.truncate(0);
      at = 0;
    }
    while (at < file.bytes) {
      signal.throwIfAborted();
      const to = Math.min(at + partBytes, file.bytes) - 1;
      const part = await readPart(deps, task, { path: file.path, from: at, to });
      // Published anew while we read: two halves would make no file.
      if (part.file.digest.hex !== file.digest.hex || part.bytes.byteLength === 0) throw new ModelFault('checksum');
      await target.appendFile(part.bytes);
      at += part.bytes.byteLength;
      await onBytes(at);
    }
    await target.sync();
  } finally {
    await target.close();
  }
}

type Asked = { path: string; from: number; to: number };

/** A hub that cannot be reached for a moment is asked again. */
async function readPart(deps: FetchModelDeps, { model, signal }: FetchTask, { path, ...range }: Asked): Promise<Part> {
  const url = `${deps.hubUrl}/${model.repository}/resolve/${encodeURIComponent(model.revision)}/${path}`;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await readHubPart(deps.fetch, url, range);
    } catch (error) {
      if (!(error instanceof ModelFault) || !passing.has(error.reason) || attempt === TRIES) throw error;
    }
    await sleep({ clock: { ...deps.clock }, ms: (deps.retryMs ?? RETRY_MS) * attempt, signal });
  }
}

/** Gives the SHA-256; a file that is another is deleted, so that the next try begins it anew. */
async function verify(place: string, { digest, bytes }: HubFile): Promise<string> {
  const sha256 = createHash('sha256');
  const git = createHash('sha1').update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(place)) {
    sha256.update(chunk);
    git.update(chunk);
  }
  const found = { sha256: sha256.digest('hex'), git: git.digest('hex') };
  if (found[digest.kind] === digest.hex) return found.sha256;
  await rm(place, { force: true });
  throw new ModelFault('checksum');
}

type Whole = { parts: string; folder: string; kept: KeptFile[]; wanted: Wanted[] };

/** One rename makes the model: a process that dies before it leaves parts, which the next try takes up. */
async function assemble({ parts, folder, kept, wanted }: Whole): Promise<void> {
  const whole = `${folder}.whole`;
  await rm(whole, { recursive: true, force: true });
  for (const { path, digest } of wanted) {
    await mkdir(dirname(join(whole, path)), { recursive: true, mode: 0o700 });
    await rename(join(parts, `${digest.hex}.bytes`), join(whole, path));
  }
  await writeManifest(whole, kept);
  await rm(folder, { recursive: true, force: true });
  await rename(whole, folder);
  await rm(parts, { recursive: true, force: true });
}

/** What earlier tries have left, which the next one goes on with. */
export async function keptBytes({ folder }: Pick<LocalModel, 'folder'>): Promise<number> {
  const parts = partsOf(folder);
  const names = await readdir(parts).catch(() => []);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(parts, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const partsOf = (folder: string) => `${folder}.part`;

async function sizeOf(place: string): Promise<number> {
  return await stat(place).then(
    ({ size }) => size,
    () => 0,
  );
}
