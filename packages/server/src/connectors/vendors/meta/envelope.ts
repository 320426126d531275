import { z } from 'zod';

// The frame of every event: https://developers.facebook.com/docs/graph-api/webhooks/getting-started, read 2026-11-23.

/** Ids are text, or numbers that reading kept as text; small ones may be numbers. */
export const metaId = z.union([z.string().min(1), z.int().nonnegative().transform(String)]);

const list = z.array(z.unknown()).catch([]);
const envelope = z.object({
  object: z.string(),
  entry: z.array(z.object({ id: metaId, messaging: list, standby: list, changes: list })),
});

/** One thing that happened. `standby`: another application has the conversation, we only hear of it. */
export type MetaItem = { from: 'messaging' | 'standby' | 'changes'; payload: unknown };
/** What happened to one account: a page, an Instagram account, a WhatsApp business account. */
export type MetaEntry = { id: string; items: MetaItem[] };

/** One request may bring many entries of many accounts, and many things in each; undefined where it is no such frame. */
export function readEnvelope(body: unknown): { object: string; entries: MetaEntry[] } | undefined {
  const read = envelope.safeParse(body).data;
  if (!read) return undefined;
  const entries = read.entry.map((entry) => {
    const of = (from: MetaItem['from']) => entry[from].map((payload) => ({ from, payload }));
    return { id: entry.id, items: [...of('messaging'), ...of('standby'), ...of('changes')] };
  });
  return { object: read.object, entries };
}
