import { z } from 'zod';

const place = {
  endpoint: z.enum(['chat', 'embeddings', 'models', 'transcriptions', '*']).default('chat'),
  times: z.int().positive().default(1),
  /** How many fitting calls pass before the first one it meets. */
  after: z.int().nonnegative().default(0),
};
const afterTokens = z.int().nonnegative().default(2);

/** A scripted fault of the model's server. */
export const modelFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unauthorized'), ...place }),
  z.strictObject({ kind: z.literal('model-not-found'), ...place }),
  z.strictObject({ kind: z.literal('context-too-long'), ...place }),
  z.strictObject({ kind: z.literal('rate-limited'), retryAfter: z.number().nonnegative().default(1), ...place }),
  z.strictObject({ kind: z.literal('quota-exhausted'), ...place }),
  z.strictObject({ kind: z.literal('server-error'), status: z.int().min(500).max(599).default(500), ...place }),
  z.strictObject({ kind: z.literal('html-502'), ...place }),
  z.strictObject({ kind: z.literal('overloaded'), ...place }),
  z.strictObject({ kind: z.literal('slow-first-byte'), delayMs: z.number().nonnegative(), ...place }),
  z.strictObject({ kind: z.literal('slow-tokens'), everyMs: z.number().nonnegative(), ...place }),
  z.strictObject({ kind: z.literal('never-ends'), everyMs: z.number().positive().default(50), ...place }),
  z.strictObject({ kind: z.literal('no-answer'), ...place }),
  z.strictObject({ kind: z.literal('socket-drop'), ...place }),
  z.strictObject({ kind: z.literal('cut-stream'), afterTokens, ...place }),
  z.strictObject({ kind: z.literal('error-in-stream'), afterTokens, ...place }),
  z.strictObject({ kind: z.literal('no-done'), ...place }),
  z.strictObject({ kind: z.literal('invalid-json'), ...place }),
  z.strictObject({ kind: z.literal('invalid-utf8'), ...place }),
  z.strictObject({
    kind: z.literal('huge-body'),
    bytes: z
      .int()
      .positive()
      .default(50 * 1024 * 1024),
    ...place,
  }),
  z.strictObject({ kind: z.literal('empty-choices'), ...place }),
  z.strictObject({ kind: z.literal('refusal'), ...place }),
  /** Its server cannot read the picture. */
  z.strictObject({ kind: z.literal('picture-invalid'), ...place }),
  /** It says of one picture that it takes none at all. */
  z.strictObject({ kind: z.literal('pictures-unsupported'), ...place }),
  // Of `/embeddings`: a vector too few, vectors of another size, vectors of zeros.
  z.strictObject({ kind: z.literal('wrong-count'), ...place }),
  z.strictObject({ kind: z.literal('wrong-dimensions'), ...place }),
  z.strictObject({ kind: z.literal('zero-vectors'), ...place }),
]);
export type ModelFault = z.output<typeof modelFaultSchema>;
export type ModelFaultInput = z.input<typeof modelFaultSchema>;
export type ModelEndpoint = 'chat' | 'embeddings' | 'models' | 'transcriptions';

/** Faults wait in a row; a call meets the first one of its endpoint. */
export type ModelFaultScripts = {
  add(fault: ModelFaultInput): void;
  clear(): void;
  take(endpoint: ModelEndpoint): ModelFault | undefined;
};

/** Makes an empty script. */
export function createModelFaults(): ModelFaultScripts {
  let scripts: ModelFault[] = [];
  return {
    add: (fault) => {
      scripts.push(modelFaultSchema.parse(fault));
    },
    clear: () => {
      scripts = [];
    },
    take: (endpoint) => {
      const fault = scripts.find((candidate) => candidate.endpoint === '*' || candidate.endpoint === endpoint);
      if (fault === undefined) return undefined;
      if (fault.after > 0) {
        fault.after -= 1;
        return undefined;
      }
      fault.times -= 1;
      if (fault.times === 0) scripts = scripts.filter((candidate) => candidate !== fault);
      return { ...fault };
    },
  };
}
