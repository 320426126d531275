import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDocumentReader,
  type DocumentRefusal,
  documentProcess,
  type ReadDocument,
  textOf,
} from '../../../server/src/domains/knowledge/reading/index.ts';
import { createConfined } from '../../../server/src/platform/confined/index.ts';
import { isAppError } from '../../../server/src/platform/errors/app-error.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { createImages } from '../../../server/src/platform/storage/index.ts';
import { systemClock } from '../../../server/src/platform/time/clock.ts';
import type { DocumentRun } from './document-files.ts';

const PICTURES = /\.(?:jpe?g|png|gif|webp)$/i;
/** What people are told until the import says it in their language. */
const WORDS: Record<DocumentRefusal, string> = {
  wrong_type: 'The file is not what its name says, or no format that is read.',
  too_large: 'The file is too large to be read.',
  password: 'The file opens with a password only.',
  damaged: 'The file is damaged.',
  no_text: 'There is no text in the file.',
  no_answers: 'A saved chat that answers nobody else.',
};

export type MeasuredRun = DocumentRun & { peakMegabytes: number };

/** Every file through the reader of the product and its check of pictures, each in the process that outsiders' bytes get. */
export async function runDocuments(folder: string, files: string[]): Promise<MeasuredRun[]> {
  const log = createLog({ level: 'silent' });
  const confined = createConfined({ clock: systemClock, log, ...documentProcess });
  const reader = createDocumentReader({ confined });
  const images = createImages({ confined });
  const runs: MeasuredRun[] = [];
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    const begin = performance.now();
    const read = PICTURES.test(file) ? readPicture(bytes) : readFile(file, bytes);
    const end = await read.catch((error: unknown) => ({ status: 'error' as const, message: String(error) }));
    const seconds = (performance.now() - begin) / 1000;
    runs.push({ file, seconds, fetched: [], ...end, peakMegabytes: readPeak(confined.pid) });
  }
  await confined.close();
  return runs;

  async function readFile(name: string, bytes: Buffer): Promise<Pick<DocumentRun, 'status' | 'text' | 'message'>> {
    const result = await reader.read({ name, bytes, caller: { lane: 'member', key: 'bench' } });
    if (result.kind === 'read') return { status: 'text', text: writeText(result.document) };
    const message = WORDS[result.reason];
    return { status: result.reason === 'no_text' ? 'no_text' : 'rejected', message };
  }

  async function readPicture(bytes: Buffer): Promise<Pick<DocumentRun, 'status' | 'message'>> {
    const picture = { accountId: 'bench', bytes, by: { kind: 'member' as const, userId: 'bench' } };
    try {
      await images.decode(picture, images.plan(picture), () => undefined);
      return { status: 'ok' };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { status: 'rejected', message: error.code };
    }
  }
}

function writeText({ blocks }: ReadDocument): string {
  return blocks.map(textOf).join('\n');
}

/** The most that the process has held since it began, where the system tells. */
function readPeak(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(peak?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
