import { z } from 'zod';

/** What turns the texts of an account into vectors: nothing, the service that the host has set up, a model on this server. */
export const embeddingChoices = ['off', 'service', 'local'] as const;
export type EmbeddingChoice = (typeof embeddingChoices)[number];

/** Why a model on this server cannot be had or used. */
export const modelFaultReasons = [
  'unreachable',
  'address_refused',
  'not_found',
  'closed',
  'not_a_file',
  'no_digest',
  'checksum',
  'changed',
  'too_large',
  'disk_full',
  'not_writable',
  'not_a_model',
  'unusable',
] as const;
export type ModelFaultReason = (typeof modelFaultReasons)[number];

/** `missing`: its libraries are not installed; `absent`: it has not been fetched yet; `checking`: it is tried out. */
export const localModelStates = ['missing', 'absent', 'fetching', 'checking', 'failed', 'ready'] as const;
export type LocalModelState = (typeof localModelStates)[number];

/** The `failedReason` of bases that are embedded no further: their model answers with vectors of several sizes. */
export const SIZES_DIFFER = 'dimensions';
export type SizesDiffer = typeof SIZES_DIFFER;

export const searchByMeaning = z.object({
  choice: z.enum(embeddingChoices),
  /** The service that the host has set up, by the name of its model. */
  service: z.object({ name: z.string() }).nullable(),
  local: z.object({
    model: z.string(),
    state: z.enum(localModelStates),
    /** Nothing has to be fetched: it lies in a folder of the host, or was fetched before. */
    isHere: z.boolean(),
    /** Bytes that have come and are kept, and all of them; where nothing has come, about how many it will be. */
    done: z.number().int().nonnegative(),
    total: z.number().int().positive().nullable(),
    reason: z.enum(modelFaultReasons).nullable(),
    /** What whoever runs the server types where the libraries are missing. */
    command: z.string(),
  }),
  /** How many passages are found by meaning; null while nothing turns them into vectors. */
  progress: z
    .object({
      done: z.number().int().nonnegative(),
      total: z.number().int().nonnegative(),
      failedReason: z.string().nullable(),
    })
    .nullable(),
});
export type SearchByMeaning = z.infer<typeof searchByMeaning>;
