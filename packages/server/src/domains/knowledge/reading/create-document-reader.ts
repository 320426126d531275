import { z } from 'zod';
import {
  type Caller,
  type Confined,
  type ConfinedBounds,
  type ConfinedJob,
  ConfinedJobError,
  type FileOfJob,
  type ReportProgress,
} from '../../../platform/confined/index.ts';
import type { PackedResult } from './cut-job.ts';
import { type CutResult, type DocumentResult, documentRefusals, type PassageDraft } from './document.ts';
import { unpackPassages } from './pack-passages.ts';
import type { ReadTask } from './read-job.ts';
import { readingLimits } from './reading-limits.ts';
import { refuseUnread } from './unread-reason.ts';

export type DocumentFile = ReadTask & {
  bytes: Buffer | FileOfJob;
  caller: Caller;
  /** Told of each page of a PDF. */
  onProgress?: ReportProgress | undefined;
};

const place = z.object({
  page: z.number().int().positive().optional(),
  sheet: z.string().optional(),
  row: z.number().int().positive().optional(),
  lastRow: z.number().int().positive().optional(),
  lineRows: z.array(z.number().int().positive()).optional(),
  anchor: z.string().optional(),
});
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.number().int().positive(), text: z.string(), place }),
  z.object({ kind: z.literal('paragraph'), text: z.string(), place }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()), place }),
  z.object({
    kind: z.literal('table'),
    header: z.array(z.string()).nullable(),
    rows: z.array(z.array(z.string())),
    place,
  }),
]);
const description = z.object({
  title: z.string().nullable(),
  language: z.enum(['ru', 'en']).nullable(),
  pages: z.number().int().positive().max(readingLimits.pages),
  unreadPages: z.array(z.number().int().positive()).max(readingLimits.pages).optional(),
  isConversation: z.boolean().optional(),
});
const document = description.extend({ blocks: z.array(block) });

const refused = z.object({ kind: z.literal('refused'), reason: z.enum(documentRefusals) });

const readDocument: ConfinedJob<ReadTask, DocumentResult> = {
  name: 'knowledge.read-document',
  module: new URL('./read-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [z.object({ kind: z.literal('read'), document }), refused]),
};

const passages = z.array(z.object({ trail: z.array(z.string()), text: z.string(), place }));

const cutDocument: ConfinedJob<ReadTask, PackedResult> = {
  name: 'knowledge.cut-document',
  module: new URL('./cut-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('read'),
      document: description,
      packs: z.array(z.instanceof(Uint8Array)),
    }),
    refused,
  ]),
};

/** Of the process with all that it has loaded, which is some 70 MB: a document may take less than 300 MB. */
const BOUNDS: ConfinedBounds = { maxCpuMs: 60_000, maxMs: 240_000, maxMegabytes: 350 };
/** What the process of documents needs besides: see createConfined. */
export const documentProcess = { heapMegabytes: 224, isPatient: true } as const;
/** The same for what somebody at a screen waits for: a spreadsheet, a page. */
export const previewProcess = { heapMegabytes: 224 } as const;

export type DocumentReader = {
  /**
   * Reads a file or a page in the confined process; nothing that it names is fetched. Throws `request.rate_limited` when too
   * many wait, `server.unavailable` when the process ended by no fault of the document.
   */
  read(file: DocumentFile): Promise<DocumentResult>;
  /** The same, cut to passages within the process. Throws ConfinedJobError where that ended. */
  cut(file: DocumentFile): Promise<CutResult>;
};

/** `confined`: a process of its own for documents, made with `documentProcess`, so that pictures do not wait for a book. */
export function createDocumentReader({ confined }: { confined: Confined }): DocumentReader {
  return {
    async read({ bytes, caller, onProgress, ...input }) {
      try {
        return (await confined.run(readDocument, { bytes, input, bounds: BOUNDS, caller, onProgress })).value;
      } catch (error) {
        return refuseUnread(error);
      }
    },
    async cut({ bytes, caller, onProgress, ...input }) {
      const { value } = await confined.run(cutDocument, { bytes, input, bounds: BOUNDS, caller, onProgress });
      if (value.kind === 'refused') return value;
      const { packs, ...about } = value;
      return { ...about, passages: await unpack(packs) };
    },
  };
}

/** A pack that holds something else is the fault of the bytes, like any result that cannot be read. */
async function unpack(packs: Uint8Array[]): Promise<PassageDraft[]> {
  try {
    return await unpackPassages(packs, (value) => passages.parse(value));
  } catch (cause) {
    throw new ConfinedJobError('failed', 'The passages of a document cannot be read', { cause });
  }
}
