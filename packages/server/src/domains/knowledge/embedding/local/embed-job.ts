import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ModelFamily } from './local-model.ts';
import type { ModelFolder } from './model-folder.ts';
import {
  type OnnxRuntime,
  openRuntime,
  type Runtime,
  type Session,
  type Tensor,
  type Tokenizer,
} from './open-runtime.ts';
import { poolWords } from './pool-words.ts';

export type EmbedTask = {
  runtime: Runtime;
  model: ModelFolder;
  /** Already marked as the family of the model wants it. */
  texts: readonly string[];
  pooling: ModelFamily['pooling'];
};
/** `model`: it cannot be opened, or is none of sentences; `text`: it gives no vector for one of these. */
export type EmbedResult =
  | { kind: 'vectors'; vectors: Float32Array[] }
  | { kind: 'refused'; what: 'model' | 'text'; words: string };

type Opened = { onnx: OnnxRuntime; session: Session; tokenizer: Tokenizer };
type Vector = { kind: 'vector'; vector: Float32Array } | Extract<EmbedResult, { kind: 'refused' }>;

/** Stays in the process until it ends: opening a model takes as long as hundreds of texts. */
let opened: { key: string; model: Promise<Opened> } | undefined;

/** Runs in the confined process. Texts go one by one: on one thread a batch is no faster, and needs no padding. */
export async function run(_bytes: Buffer, task: EmbedTask): Promise<EmbedResult> {
  let model: Opened;
  try {
    model = await open(task);
  } catch (error) {
    opened = undefined;
    return refuse('model', error);
  }
  const vectors: Float32Array[] = [];
  for (const text of task.texts) {
    const result = await embed(model, { text, task });
    if (result.kind === 'refused') return result;
    vectors.push(result.vector);
  }
  return { kind: 'vectors', vectors };
}

function open({ runtime, model }: EmbedTask): Promise<Opened> {
  const key = `${runtime} ${model.onnx} ${model.version}`;
  if (opened?.key !== key) opened = { key, model: openModel(runtime, model) };
  return opened.model;
}

async function openModel(runtime: Runtime, { onnx: place, tokenizer, tokenizerConfig }: ModelFolder): Promise<Opened> {
  const { onnx, tokenizers } = await openRuntime(runtime);
  const isWasm = runtime === 'onnxruntime-web';
  if (isWasm && onnx.env.wasm !== undefined) onnx.env.wasm.numThreads = 1;
  const session = await onnx.InferenceSession.create(isWasm ? await readFile(place) : place, {
    executionProviders: [isWasm ? 'wasm' : 'cpu'],
    // Half of the machine at most: the rest answers people.
    intraOpNumThreads: isWasm ? 1 : Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  });
  const config = tokenizerConfig === null ? {} : await readObject(tokenizerConfig);
  return { onnx, session, tokenizer: new tokenizers.Tokenizer(await readObject(tokenizer), config) };
}

async function readObject(place: string): Promise<object> {
  const read: unknown = JSON.parse(await readFile(place, 'utf8'));
  if (typeof read !== 'object' || read === null) throw new Error('The tokenizer is none');
  return read;
}

async function embed(model: Opened, { text, task }: { text: string; task: EmbedTask }): Promise<Vector> {
  let ids: number[];
  try {
    ids = cut(model.tokenizer.encode(text).ids, task.model.maxWords);
  } catch (error) {
    return refuse('text', error);
  }
  if (ids.length === 0) return refuse('text', 'It has no words that the model knows');
  try {
    const output = readOutput(await model.session.run(feedsOf(model, ids)), model.session.outputNames);
    const vector = output && poolWords(output, task.pooling);
    return vector === undefined ? refuse('model', 'It gives no vector') : { kind: 'vector', vector };
  } catch (error) {
    return refuse('model', error);
  }
}

/** The mark at the end of a text stays at its end. */
function cut(ids: number[], max: number): number[] {
  return ids.length <= max ? ids : [...ids.slice(0, max - 1), ...ids.slice(-1)];
}

function feedsOf({ onnx, session }: Opened, ids: number[]): Record<string, Tensor> {
  const tensor = (values: BigInt64Array) => new onnx.Tensor('int64', values, [1, ids.length]);
  const known: Record<string, () => BigInt64Array> = {
    input_ids: () => BigInt64Array.from(ids, BigInt),
    attention_mask: () => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: () => new BigInt64Array(ids.length),
    position_ids: () => BigInt64Array.from(ids, (_id, at) => BigInt(at)),
  };
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const values = known[name];
      if (values === undefined) throw new Error(`The model asks for ${name}`);
      return [name, tensor(values())];
    }),
  );
}

/** By the names that exporters give; else the first. */
function readOutput(outputs: Record<string, Tensor>, names: readonly string[]) {
  const name = ['sentence_embedding', 'last_hidden_state'].find((known) => names.includes(known)) ?? names[0];
  const output = name === undefined ? undefined : outputs[name];
  if (!(output?.data instanceof Float32Array)) return undefined;
  return { data: output.data, dims: output.dims };
}

function refuse(what: 'model' | 'text', error: unknown): Extract<EmbedResult, { kind: 'refused' }> {
  const words = error instanceof Error ? error.message : String(error);
  return { kind: 'refused', what, words: words.slice(0, 300) };
}
