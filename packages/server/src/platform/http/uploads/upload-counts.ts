import { limits } from '@otvet/contract';
import { networksOf } from '../network-of.ts';

const MEGABYTE = 1024 * 1024;

/** The largest form: one file and the words around it. */
export const MAX_FORM_BYTES = limits.photoBytes + 64 * 1024;
/** The largest form of many files, of which one at a time is in memory. */
export const MAX_FILES_FORM_BYTES = limits.sourceFiles * limits.sourceBytes + 64 * 1024;

/**
 * What uploads may hold in memory: in all, of one network (a block of IPv6 has its share of it), of one account. One upload
 * at a time may be over each bound, by a form at most, so that some are always read to their ends.
 */
const ALL_BYTES = 54 * MEGABYTE;
const NETWORK_BYTES = 24 * MEGABYTE;
/** Strangers leave room for the people who work behind the same address. */
const STRANGERS_BYTES = 16 * MEGABYTE;
const ACCOUNT_BYTES = 14 * MEGABYTE;

/** One of the counts that an upload is held in, with how much all in it may hold. */
export type UploadCount = { key: string; max: number };

export const allUploads: UploadCount = { key: 'all', max: ALL_BYTES };

/** Who sends: anybody by his network and the blocks around it, a member by his account too. */
export function countsOf({ ip, accountId }: { ip: string; accountId: string | undefined }): UploadCount[] {
  const max = accountId === undefined ? STRANGERS_BYTES : NETWORK_BYTES;
  const networks = networksOf(ip).map(({ key, share }) => ({ key: `network ${key}`, max: max * share }));
  const account = accountId === undefined ? [] : [{ key: `account ${accountId}`, max: ACCOUNT_BYTES }];
  return [...account, ...networks, allUploads];
}

type Counted = { counts: readonly UploadCount[]; bytes: number };

/** The bytes of all uploads, in every count that they are held in. */
export type UploadCounts<Upload extends Counted> = {
  /** The narrowest count that has no room for so many more bytes of this upload. */
  findFull(upload: Upload, bytes: number): UploadCount | undefined;
  take(upload: Upload, bytes: number): void;
  /** Takes all bytes of the upload off. */
  remove(upload: Upload): void;
};

export function createUploadCounts<Upload extends Counted>(): UploadCounts<Upload> {
  const held = new Map<string, number>();
  /** The one of each count that may be over its bound. */
  const over = new Map<string, Upload>();
  const isOver = ({ key, max }: UploadCount, bytes: number) => (held.get(key) ?? 0) + bytes > max;

  return {
    findFull: (upload, bytes) =>
      upload.counts.find((count) => isOver(count, bytes) && (over.get(count.key) ?? upload) !== upload),
    take(upload, bytes) {
      upload.bytes += bytes;
      for (const count of upload.counts) {
        const isTooMuch = isOver(count, bytes);
        // Whoever gives back takes the place of nobody who is over.
        if (isTooMuch && bytes > 0) over.set(count.key, upload);
        if (!isTooMuch && over.get(count.key) === upload) over.delete(count.key);
        held.set(count.key, (held.get(count.key) ?? 0) + bytes);
      }
    },
    remove(upload) {
      for (const { key } of upload.counts) {
        const left = (held.get(key) ?? 0) - upload.bytes;
        if (left > 0) held.set(key, left);
        else held.delete(key);
        if (over.get(key) === upload) over.delete(key);
      }
      upload.bytes = 0;
    },
  };
}
