import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type FileUsage, id as uuid } from '@otvet/contract';
import type { Confined, FileOfJob } from '../confined/index.ts';
import type { Queryable } from '../database/queryable.ts';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { cleanName } from './clean-name.ts';
import { createHolding } from './create-holding.ts';
import { createOpenFiles } from './create-open-files.ts';
import { createDisk } from './disk.ts';
import { createFileLinks, type FileLinks } from './file-links.ts';
import { type FileQuota, quotaOf, readUsage, requireRoom } from './file-quota.ts';
import { createImages, type FileType, isUnreadable, type SafeImage } from './images.ts';
import { type Chunks, type Describe, type Description, type KeptFile, keepFile } from './keep-file.ts';
import { probeFolder } from './probe-folder.ts';
import { attachFiles, deleteFile, type StoredFile, type StoredImage } from './store.ts';
import { createSweeps } from './sweep-files.ts';
import { createUploadCharges, type UploadCharge } from './upload-charges.ts';
import type { Uploader } from './uploader.ts';

export type FilesDeps = {
  pool: Queryable;
  dataDir: string;
  /** Keys for signed links, the current one first. */
  linkKeys: Buffer[];
  clock: Clock;
  newId: NewId;
  /** Where the bytes of outsiders are read. */
  confined: Confined;
  quota: FileQuota;
};

/** What a file was uploaded for, and by a member: knowledge takes its own alone, lists those that nothing shows yet, and deletes them. */
export type FilePurpose = 'pair' | 'other';

/** `maxEdge`: a picture that is longer or higher is made smaller, and only its first frame is kept. */
export type NewFile = {
  accountId: string;
  bytes: Buffer;
  name: string;
  maxBytes: number;
  maxEdge?: number;
  by: Uploader;
  /** Of pairs until something else shows it. */
  purpose?: FilePurpose;
};
/** A file that never is in memory whole. */
export type NewDocument = Omit<NewFile, 'bytes' | 'maxEdge'> & { content: Blob };
export type OpenFile = { stream: Readable; contentType: string; size: number; name: string; kind: 'image' | 'file' };

/** Files of accounts, on disk with a row each. */
export type Files = {
  /** Type by content (JPG, PNG, GIF, WEBP), bound of pixels, encoded again without metadata. Throws AppError `files.*`. */
  saveImage(file: NewFile): Promise<StoredFile>;
  /** Any type, found by content; the name is cleaned. A picture that can be read is stored like `saveImage`. */
  saveFile(file: NewFile): Promise<StoredFile>;
  /** Any type, as it is: no picture is decoded, and its bytes pass in pieces. */
  saveDocument(file: NewDocument): Promise<KeptFile>;
  find(file: { accountId: string; fileId: string }): Promise<StoredFile | undefined>;
  open(file: {
    accountId: string;
    fileId: string;
    range?: { start: number; end: number };
  }): Promise<OpenFile | undefined>;
  read(file: { accountId: string; fileId: string }): Promise<Buffer | undefined>;
  /** For a job that reads it by itself. */
  locate(file: { accountId: string; fileId: string }): Promise<FileOfJob | undefined>;
  remove(file: { accountId: string; fileId: string }): Promise<void>;
  /** Marks files as used, in the transaction that refers to them; gives those that are there. One that is not marked within a day is removed. */
  attach(files: { accountId: string; fileIds: string[] }, tx: Queryable): Promise<string[]>;
  /** Marks images for pairs as used by somebody who lets them go again, in the transaction that refers to them; gives those that are there. */
  hold(files: { accountId: string; fileIds: string[] }, tx: Queryable): Promise<StoredImage[]>;
  /**
   * Lets go what was held, in the transaction that no longer refers to it: what nobody else keeps is deleted. `dropBytes` gets
   * what this gives when that is committed.
   */
  release(files: { accountId: string; fileIds: string[] }, tx: Queryable): Promise<string[]>;
  /** Deletes the rows of files that one thing alone shows, in the transaction that ends it. `dropBytes` gets what this gives. */
  discard(files: { accountId: string; fileIds: string[] }, tx: Queryable): Promise<string[]>;
  dropBytes(files: { accountId: string; fileIds: string[] }): Promise<void>;
  /** Images that were uploaded for pairs and that nothing refers to yet, the newest first. */
  unused(images: { accountId: string; limit: number }): Promise<StoredImage[]>;
  /** Deletes such an image but for its bytes, unless somebody takes it; says whether it did. */
  removeUnused(image: { accountId: string; fileId: string }): Promise<boolean>;
  /** What the files of an account take, and how much they may. */
  usage(accountId: string): Promise<FileUsage>;
  /** Removes files that nothing has referred to for a day. Gives their number. */
  sweepUnattached(): Promise<number>;
  /** Removes bytes that have no row: what a crash between the two left behind. Gives their number. */
  sweep(): Promise<number>;
  /** Proves that files can be written now; throws what the system answers. */
  probe(): Promise<void>;
  links: FileLinks;
};

const UNKNOWN_TYPE = 'application/octet-stream';

export function createFiles(deps: FilesDeps): Files {
  const folder = join(deps.dataDir, 'files');
  const disk = createDisk(folder);
  const { pool } = deps;
  const keep = (file: Sized, chunks: Chunks, describe: Describe) => {
    const { accountId, by } = file;
    const purpose = by.kind === 'member' ? (file.purpose ?? 'other') : 'other';
    const kept = { accountId, id: deps.newId(), createdAt: deps.clock.now() };
    return keepFile({ kept, chunks, describe, purpose, disk, pool, quota: quotaOf(by, deps.quota) });
  };

  const images = createImages({ confined: deps.confined });
  const charges = createUploadCharges(deps.clock);

  async function requireFit(file: Sized): Promise<void> {
    checkSize(file);
    await requireRoom(pool, file.accountId, quotaOf(file.by, deps.quota));
  }

  /** Charges for the time of the work, and for good when something is stored. */
  async function charged(file: Sized, pixels: number, store: (charge: UploadCharge) => Promise<KeptFile>) {
    const charge = charges.take({ accountId: file.accountId, by: file.by, bytes: sizeOf(file), pixels });
    try {
      return await store(charge);
    } catch (error) {
      charge.giveBack();
      throw error;
    }
  }

  function keepImage(file: NewFile, { extension, bytes, ...image }: SafeImage): Promise<KeptFile> {
    return keep(file, [bytes], async () => ({ ...image, kind: 'image', name: cleanName(file.name, extension) }));
  }

  async function keepOther(file: NewFile, { noteDecoding }: UploadCharge): Promise<KeptFile> {
    const found = await images.detectType(file, noteDecoding);
    return keep(file, [file.bytes], async () => describeOther(file, found));
  }

  return {
    async saveImage(file) {
      await requireFit(file);
      const plan = images.plan(file);
      return await charged(file, plan.pixels, async ({ noteDecoding }) =>
        keepImage(file, await images.decode(file, plan, noteDecoding)),
      );
    },
    async saveFile(file) {
      await requireFit(file);
      const plan = unlessUnreadable(() => images.plan(file));
      return await charged(file, plan?.pixels ?? 0, async (charge) => {
        const image = plan && (await images.decode(file, plan, charge.noteDecoding).catch(passUnreadable));
        return image === undefined ? keepOther(file, charge) : keepImage(file, image);
      });
    },
    async saveDocument(file) {
      await requireFit(file);
      return await charged(file, 0, ({ noteDecoding }) =>
        keep(file, file.content.stream(), async (bytes) =>
          describeOther(file, await images.detectType({ ...file, bytes }, noteDecoding)),
        ),
      );
    },
    ...createOpenFiles({ pool, disk }),
    async remove({ accountId, fileId }) {
      // The row first: bytes without a row are swept, a row without bytes would be a broken picture.
      await deleteFile.run(pool, { accountId, id: fileId });
      await disk.remove(accountId, fileId);
    },
    async attach({ accountId, fileIds }, tx) {
      const ids = fileIds.filter((fileId) => uuid.safeParse(fileId).success);
      if (ids.length === 0) return [];
      return (await attachFiles.all(tx, { accountId, ids, now: deps.clock.now() })).map(({ id }) => id);
    },
    ...createHolding({ pool, disk, clock: deps.clock }),
    usage: (accountId) => readUsage(pool, accountId, deps.quota),
    ...createSweeps({ pool, disk, clock: deps.clock }),
    probe: () => probeFolder(folder),
    links: createFileLinks({ keys: deps.linkKeys, clock: deps.clock }),
  };
}

function describeOther({ name }: Pick<NewFile, 'name'>, found: FileType | undefined): Description {
  const contentType = found?.mime ?? UNKNOWN_TYPE;
  return { kind: 'file', name: cleanName(name, found?.ext), contentType, width: null, height: null };
}

function unlessUnreadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    return passUnreadable(error);
  }
}

/** Undefined for a picture that cannot be shown; any other error goes on. */
function passUnreadable(error: unknown): undefined {
  if (!isUnreadable(error)) throw error;
}

type Sized = NewFile | NewDocument;

const sizeOf = (file: Sized): number => ('content' in file ? file.content.size : file.bytes.length);

function checkSize(file: Sized): void {
  const size = sizeOf(file);
  if (size === 0) throw new AppError('files.empty');
  if (size > file.maxBytes) throw new AppError('files.too_large');
}
