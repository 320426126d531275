import { limits } from '@otvet/contract';
import { z } from 'zod';
import type { Confined, ConfinedBounds, ConfinedJob } from '../../../../platform/confined/index.ts';
import { SourceFault } from '../source-fault.ts';
import type { PreparedPicture } from './picture-reader.ts';
import type { PictureParts, PictureTask } from './prepare-picture-job.ts';

const preparePicture: ConfinedJob<PictureTask, PictureParts> = {
  name: 'knowledge.prepare-picture',
  module: new URL('./prepare-picture-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('prepared'),
      parts: z.array(z.instanceof(Uint8Array)).min(1),
      direction: z.enum(['down', 'right']),
    }),
    z.object({ kind: z.literal('refused'), reason: z.enum(['wrong_type', 'picture_large']) }),
  ]),
};

const BOUNDS: ConfinedBounds = { maxCpuMs: 30_000, maxMs: 60_000, maxMegabytes: 600 };
/** Anthropic takes 5 MB of a picture as text, which is a third longer. */
const MAX_PART_BYTES = 3_500_000;

/** Makes a stored picture ready for a model. Throws SourceFault, and ConfinedJobError where its process ended. */
export type PreparePicture = (picture: { accountId: string; bytes: Buffer }) => Promise<PreparedPicture>;

/** `confined`: the process of pictures. */
export function createPreparePicture(confined: Confined): PreparePicture {
  return async ({ accountId, bytes }) => {
    const input = { maxPixels: limits.shrunkImagePixels, maxPartBytes: MAX_PART_BYTES };
    const caller = { lane: 'member' as const, key: accountId };
    const { value } = await confined.run(preparePicture, { bytes, input, bounds: BOUNDS, caller });
    if (value.kind === 'refused') throw new SourceFault(value.reason);
    return value;
  };
}
