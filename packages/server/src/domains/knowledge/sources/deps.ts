import type { SourceKind } from '@otvet/contract';
import type pg from 'pg';
import type { FileOfJob } from '../../../platform/confined/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import type { Files } from '../../../platform/storage/index.ts';
import type { Changed } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import type { CutResult } from '../reading/document.ts';
import type { FetchGoogle } from './google/fetch-google.ts';
import type { PreparePicture } from './pictures/create-prepare-picture.ts';
import type { PictureReader } from './pictures/picture-reader.ts';

/** A document that was read and cut, or why it was not taken. */
export type ReadResult = CutResult;

export type BytesToRead = {
  accountId: string;
  bytes: Buffer | FileOfJob;
  /** Its ending says what the bytes should be. */
  name: string;
  /** As whoever sent the bytes names it. */
  charset?: string | undefined;
  onProgress(done: number, total: number): void;
};

/** Reads bytes of outsiders, within bounds. Throws ConfinedJobError where its process ended. */
export type ReadBytes = (input: BytesToRead) => Promise<ReadResult>;

/** `isByClock`: the clock began it, and no person asked for it. */
export type ReadJob = { accountId: string; sourceId: string; round: number; isByClock?: boolean | undefined };
/** A source that is to be read: pictures wait in a line of their own. */
export type SourceToRead = {
  accountId: string;
  id: string;
  round: number;
  kind: SourceKind;
  name: string;
  isByClock?: boolean;
};
export type EnqueueReading = (source: SourceToRead, options: { tx: pg.PoolClient }) => Promise<unknown>;

export type SourcesDeps = Omit<KnowledgeDeps, 'files'> & {
  files: Pick<Files, 'saveFile' | 'saveDocument' | 'read' | 'locate' | 'attach' | 'discard' | 'dropBytes' | 'links'>;
  jobs: Pick<Jobs, 'define'>;
  /** For addresses that people give. */
  fetchLink: OutboundFetch;
  fetchGoogle: FetchGoogle;
  read: ReadBytes;
  /** Pictures are read by a model. */
  pictures: { reader: PictureReader; prepare: PreparePicture };
  /** So many pictures of one account are shown to a model on a day; left out: as many as the contract says. */
  picturesPerDay?: number;
  /** Passages of a base are others now. */
  changed: Changed;
};

/** A source that people may be looking at. */
export type Told = { accountId: string; id: string; knowledgeBaseId: string };

/** What the calls of people need besides. */
export type SourceTools = SourcesDeps & { enqueue: EnqueueReading; tell(source: Told): void };
