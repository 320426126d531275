import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ModelFault } from './model-fault.ts';

/** What is fetched of a model of the hub, the large file last: whoever is refused is refused early. */
export const MODEL_FILES = [
  'config.json',
  'tokenizer_config.json',
  'tokenizer.json',
  'onnx/model_quantized.onnx',
] as const;

/** A file of a fetched model, as it was verified. */
export const keptFile = z.object({ path: z.string(), bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type KeptFile = z.infer<typeof keptFile>;

const MANIFEST = 'manifest.json';
const manifest = z.object({ files: z.array(keptFile).min(1) });
/** Where people and programs put the model in a folder; the small one first. */
const ONNX_PLACES = ['onnx/model_quantized.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'];
const settings = z.looseObject({ max_position_embeddings: z.number().int().positive().optional() });
const NAME_LENGTH = 12;
const MOST_WORDS = 512;

/** A model that can be opened. `version` changes with any of its bytes. */
export type ModelFolder = {
  onnx: string;
  tokenizer: string;
  tokenizerConfig: string | null;
  /** Words of a text that it reads at most, its own marks among them. */
  maxWords: number;
  version: string;
};

export async function writeManifest(folder: string, files: readonly KeptFile[]): Promise<void> {
  await writeFile(join(folder, MANIFEST), JSON.stringify({ files }), { mode: 0o600, flush: true });
}

/** Reads folders, each only when something in it has changed. */
export function createFolderReader() {
  const known = new Map<string, { mark: string; reading: Promise<ModelFolder> }>();
  return {
    /** Throws ModelFault where the folder is no model. */
    async read(folder: string): Promise<ModelFolder> {
      const onnx = await firstOf(folder, ONNX_PLACES);
      const tokenizer = await firstOf(folder, ['tokenizer.json']);
      const tokenizerConfig = await firstOf(folder, ['tokenizer_config.json']);
      if (onnx === undefined || tokenizer === undefined) throw new ModelFault('not_a_model');
      const mark = (await Promise.all([onnx, tokenizer].map(markOf))).join(' ');
      const found = known.get(folder);
      if (found?.mark === mark) return await found.reading;
      // Those who come meanwhile wait for the same one: it reads hundreds of megabytes.
      const reading = readModelFolder(folder, { onnx, tokenizer, tokenizerConfig: tokenizerConfig ?? null });
      known.set(folder, { mark, reading });
      reading.catch(() => {
        if (known.get(folder)?.reading === reading) known.delete(folder);
      });
      return await reading;
    },
  };
}

type ModelFiles = Pick<ModelFolder, 'onnx' | 'tokenizer' | 'tokenizerConfig'>;

async function readModelFolder(folder: string, files: ModelFiles): Promise<ModelFolder> {
  const digests = (await kept(folder)) ?? (await Promise.all([files.onnx, files.tokenizer].map(hashFile)));
  const version = createHash('sha256').update(digests.join(' ')).digest('hex').slice(0, NAME_LENGTH);
  return { ...files, maxWords: await readMaxWords(join(folder, 'config.json')), version };
}
export type FolderReader = ReturnType<typeof createFolderReader>;

/** Digests that were verified when the model was fetched; undefined where its files are not those any more, or nobody fetched them. */
async function kept(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const read = manifest.safeParse(parseJson(text));
  if (!read.success) throw new ModelFault('not_a_model');
  for (const { path, bytes } of read.data.files) {
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found?.size !== bytes) throw new ModelFault('not_a_model');
  }
  return read.data.files.map(({ sha256 }) => sha256);
}

async function firstOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const place = join(folder, path);
    const found = await stat(place).catch(() => undefined);
    if (found?.isFile() && found.size > 0) return place;
  }
  return undefined;
}

async function markOf(place: string): Promise<string> {
  const { size, mtimeMs } = await stat(place);
  return `${place}:${size}:${mtimeMs}`;
}

async function hashFile(place: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(place)) hash.update(chunk);
  return hash.digest('hex');
}

/** The places that a model numbers; some number them from two on. */
async function readMaxWords(place: string): Promise<number> {
  const text = await readFile(place, 'utf8').catch(() => '{}');
  const { max_position_embeddings: places = MOST_WORDS } = settings.safeParse(parseJson(text)).data ?? {};
  return Math.min(MOST_WORDS, places);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
