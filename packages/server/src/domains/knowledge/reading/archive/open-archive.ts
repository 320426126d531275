import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { readingLimits } from '../reading-limits.ts';
import { DocumentRefusedError, refuseDocument } from '../refuse-document.ts';

/** The parts of a zip file, in memory alone: nothing is ever written under the name that an entry bears. */
export type Archive = {
  names: string[];
  /** The bytes of a part as they are inflated; nothing where there is no such part. Throws DocumentRefusedError. */
  inflate(name: string): AsyncGenerator<Buffer>;
  read(name: string): Promise<Buffer>;
};

/**
 * The sizes of the directory are added up first. They may be lies: a part that inflates to more than it says is damaged, and
 * what comes out is counted besides. Throws DocumentRefusedError.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const file = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(toDamaged);
  const entries = await listEntries(file).catch(toDamaged);
  let inflated = 0;

  async function* inflate(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) return;
    if (entry.isEncrypted()) refuseDocument('password');
    try {
      const chunks: AsyncIterable<Buffer> = await file.openReadStreamPromise(entry);
      for await (const chunk of chunks) {
        inflated += chunk.length;
        if (inflated > readingLimits.unpackedBytes) refuseDocument('too_large');
        yield chunk;
      }
    } catch (error) {
      toDamaged(error);
    }
  }

  return {
    names: [...entries.keys()],
    inflate,
    async read(name) {
      const chunks: Buffer[] = [];
      for await (const chunk of inflate(name)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

async function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > readingLimits.archiveEntries) refuseDocument('too_large');
  const entries = new Map<string, Entry>();
  let declared = 0;
  for await (const entry of file.eachEntry()) {
    declared += entry.uncompressedSize;
    if (declared > readingLimits.unpackedBytes) refuseDocument('too_large');
    // Parts are named without a slash in front, whoever wrote them.
    entries.set(entry.fileName.startsWith('/') ? entry.fileName.slice(1) : entry.fileName, entry);
  }
  return entries;
}

function toDamaged(error: unknown): never {
  throw error instanceof DocumentRefusedError ? error : new DocumentRefusedError('damaged', { cause: error });
}
