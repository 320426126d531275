import { z } from 'zod';

const creds = z.object({ secret: z.string(), isLinked: z.boolean() });

/** What the library's stand-in says to the platform. */
export const fromLibrary = z.discriminatedUnion('kind', [
  creds.extend({ kind: z.literal('hello') }),
  /** The message arrived: the platform forgets it. */
  z.object({ kind: z.literal('receipt'), id: z.string() }),
  /** It could not be read: whoever wrote it sends it once more, under the same number. */
  z.object({ kind: z.literal('retry'), id: z.string() }),
  z.object({ kind: z.literal('call'), place: z.number(), name: z.string(), input: z.unknown() }),
]);
export type FromLibrary = z.output<typeof fromLibrary>;

const me = z.object({ id: z.string(), lid: z.string(), name: z.string() });
/** A message as the library hands it to its decoder; what is encrypted stands in base64. */
export const wireNode = z.object({
  attrs: z.record(z.string(), z.string()),
  type: z.enum(['msg', 'pkmsg']),
  ciphertext: z.string(),
});
export type WireNode = z.output<typeof wireNode>;
const failure = z.object({ message: z.string(), code: z.number().nullable() });

/** What the platform says to it. */
export const fromPlatform = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), ref: z.string() }),
  z.object({ kind: z.literal('linked'), me }),
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('close'), code: z.number(), message: z.string() }),
  z.object({ kind: z.literal('message'), node: wireNode }),
  z.object({ kind: z.literal('news'), event: z.string(), given: z.unknown() }),
  z.object({ kind: z.literal('answer'), place: z.number(), value: z.unknown(), failure: failure.nullable() }),
]);
export type FromPlatform = z.output<typeof fromPlatform>;

/** What a ciphertext holds: its place in the chain of the link's keys; a new chain begins where `isNewChain`. */
export const sealed = z.object({
  count: z.number(),
  isNewChain: z.boolean(),
  message: z.record(z.string(), z.unknown()),
});
export type Sealed = z.output<typeof sealed>;
