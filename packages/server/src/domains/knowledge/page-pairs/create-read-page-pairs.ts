import { limits } from '@otvet/contract';
import { z } from 'zod';
import type { Confined, ConfinedBounds, ConfinedJob } from '../../../platform/confined/index.ts';
import { documentRefusals } from '../reading/document.ts';
import { refuseUnread } from '../reading/unread-reason.ts';
import type { ProposeResult, ProposeTask } from './propose-job.ts';

const proposePairs: ConfinedJob<ProposeTask, ProposeResult> = {
  name: 'knowledge.propose-pairs',
  module: new URL('./propose-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('read'),
      title: z.string().nullable(),
      pairs: z.array(z.object({ question: z.string(), answer: z.string(), isSure: z.boolean() })),
      isCut: z.boolean(),
    }),
    z.object({ kind: z.literal('refused'), reason: z.enum(documentRefusals) }),
  ]),
};

const BOUNDS: ConfinedBounds = { maxCpuMs: 15_000, maxMs: 60_000, maxMegabytes: 350 };

type PageBytes = { accountId: string; bytes: Buffer; name: string; charset?: string | undefined };

/** Finds the questions and answers of a page, within bounds. Throws `server.unavailable` and `request.rate_limited`. */
export type ReadPagePairs = (page: PageBytes) => Promise<ProposeResult>;

export function createReadPagePairs(confined: Confined): ReadPagePairs {
  return async ({ accountId, bytes, ...page }) => {
    const input = { ...page, maxPairs: limits.proposedPairs, maxCharacters: limits.proposedCharacters };
    const caller = { lane: 'member' as const, key: accountId };
    try {
      return (await confined.run(proposePairs, { bytes, input, bounds: BOUNDS, caller })).value;
    } catch (error) {
      return refuseUnread(error);
    }
  };
}
