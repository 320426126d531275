import { limits } from '@otvet/contract';
import { z } from 'zod';
import type { Confined, ConfinedBounds, ConfinedJob } from '../../../platform/confined/index.ts';
import { documentRefusals } from '../reading/document.ts';
import { refuseUnread } from '../reading/unread-reason.ts';
import type { RowsTask } from './read-rows-job.ts';
import type { ReadSheets, SheetsResult } from './rows.ts';

const readRows: ConfinedJob<RowsTask, SheetsResult> = {
  name: 'knowledge.read-rows',
  module: new URL('./read-rows-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('read'),
      sheets: z.array(
        z.object({
          name: z.string().nullable(),
          rows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
        }),
      ),
    }),
    z.object({ kind: z.literal('refused'), reason: z.enum(documentRefusals) }),
  ]),
};

const BOUNDS: ConfinedBounds = { maxCpuMs: 15_000, maxMs: 60_000, maxMegabytes: 350 };
/** Rows without a question or an answer are left out only after they were read. */
const MAX_ROWS = 2 * limits.importRows;

/** Reads the rows of spreadsheets in the confined process. */
export function createReadSheets({ confined }: { confined: Confined }): ReadSheets {
  return async ({ accountId, bytes, name, charset }) => {
    const task = { bytes, input: { name, charset, maxRows: MAX_ROWS }, bounds: BOUNDS };
    try {
      return (await confined.run(readRows, { ...task, caller: { lane: 'member', key: accountId } })).value;
    } catch (error) {
      return refuseUnread(error);
    }
  };
}
