import { createRequire } from 'node:module';

/**
 * What runs models: ONNX Runtime, installed apart by whoever runs the server (docs/adr/2026-11-25-local-embeddings.md). Both
 * have one API: the native one, and where it has no build (musl, older Macs) the same compiled to WebAssembly.
 * https://onnxruntime.ai/docs/api/js/, read 2026-11-25.
 */
export const runtimes = ['onnxruntime-node', 'onnxruntime-web'] as const;
export type Runtime = (typeof runtimes)[number];
const TOKENIZERS = '@huggingface/tokenizers';

/** What an owner is shown where nothing is installed; exact versions, because they are what was tried. */
export const INSTALL_COMMAND = `npm install --no-save --ignore-scripts ${TOKENIZERS}@0.2.0 onnxruntime-node@1.30.0`;

/** The runtime that is installed, without loading it: that is left to the process that embeds. */
export function findRuntime(isInstalled: (name: string) => boolean = hasPackage): Runtime | undefined {
  return isInstalled(TOKENIZERS) ? runtimes.find(isInstalled) : undefined;
}

function hasPackage(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

export type Tensor = { data: unknown; dims: readonly number[] };
export type Session = {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
};
export type OnnxRuntime = {
  InferenceSession: { create(model: string | Uint8Array, options: Record<string, unknown>): Promise<Session> };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  env: { wasm?: { numThreads?: number } };
};
export type Tokenizer = { encode(text: string): { ids: number[] } };
export type TokenizerLibrary = { Tokenizer: new (tokenizer: object, config: object) => Tokenizer };

/** The modules of an ECMAScript import or, of CommonJS, its default. */
function namesOf(module: unknown): Map<string, unknown> {
  if (typeof module !== 'object' || module === null) return new Map();
  const names = new Map<string, unknown>(Object.entries(module));
  const inner = names.get('default');
  if (typeof inner !== 'object' || inner === null) return names;
  return new Map([...Object.entries(inner), ...names]);
}

function isRuntime(value: unknown): value is OnnxRuntime {
  const names = namesOf(value);
  return typeof names.get('Tensor') === 'function' && names.has('InferenceSession') && names.has('env');
}

function isTokenizers(value: unknown): value is TokenizerLibrary {
  return typeof namesOf(value).get('Tokenizer') === 'function';
}

const asOne = (module: unknown): unknown => Object.fromEntries(namesOf(module));

/** Loads both libraries. Throws where one is not what it was. */
export async function openRuntime(name: Runtime): Promise<{ onnx: OnnxRuntime; tokenizers: TokenizerLibrary }> {
  const onnx = asOne(await import(name));
  const tokenizers = asOne(await import(TOKENIZERS));
  if (!isRuntime(onnx) || !isTokenizers(tokenizers)) throw new Error(`${name} or ${TOKENIZERS} is of another version`);
  return { onnx, tokenizers };
}
