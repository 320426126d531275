import { createHash } from 'node:crypto';

/** Links given by getFile stay valid at least this long. */
const LINK_LIFE_MS = 60 * 60 * 1000;

export type FileKind =
  | 'photos'
  | 'animations'
  | 'documents'
  | 'voice'
  | 'videos'
  | 'music'
  | 'stickers'
  | 'profile_photos';
export type NewFile = {
  token: string;
  kind: FileKind;
  name: string;
  mimeType: string;
  bytes: Buffer;
  /** A size to claim without having the bytes, for files beyond the download limit. */
  claimedSize?: number | undefined;
};
export type StoredFile = NewFile & { fileId: string; uniqueId: string; size: number; sha256: string };

/** Files by id and by temporary link. An id is valid for one bot only. */
export type FileStore = {
  add(file: NewFile): StoredFile;
  find(token: string, fileId: string): StoredFile | undefined;
  /** For the chat page, which is no bot. */
  findForPage(fileId: string): StoredFile | undefined;
  /** Makes the temporary path of a file. */
  link(file: StoredFile): string;
  open(token: string, path: string): StoredFile | undefined;
};

/** Makes an empty store. */
export function createFileStore(now: () => number): FileStore {
  const files = new Map<string, StoredFile>();
  const links = new Map<string, { file: StoredFile; expiresAt: number }>();
  return {
    add: (file) => {
      const sha256 = hashBytes(file.bytes);
      const number = files.size + 1;
      const stored: StoredFile = {
        ...file,
        fileId: `AgACAg${createHash('sha256').update(`${file.token} ${number}`).digest('base64url')}`,
        uniqueId: `AQAD${sha256.slice(0, 12)}`,
        size: file.claimedSize ?? file.bytes.byteLength,
        sha256,
      };
      files.set(stored.fileId, stored);
      return stored;
    },
    find: (token, fileId) => {
      const file = files.get(fileId);
      return file?.token === token ? file : undefined;
    },
    findForPage: (fileId) => files.get(fileId),
    link: (file) => {
      const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0] ?? '';
      const path = `${file.kind}/file_${links.size + 1}${extension}`;
      links.set(`${file.token} ${path}`, { file, expiresAt: now() + LINK_LIFE_MS });
      return path;
    },
    open: (token, path) => {
      const link = links.get(`${token} ${path}`);
      return link !== undefined && link.expiresAt > now() ? link.file : undefined;
    },
  };
}

/** SHA-256 in hex. */
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
