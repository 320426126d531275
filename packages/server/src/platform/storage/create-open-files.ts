import type { Queryable } from '../database/queryable.ts';
import type { Files, OpenFile } from './create-files.ts';
import type { Disk } from './disk.ts';
import { findFile } from './store.ts';

type OpenFiles = Pick<Files, 'find' | 'open' | 'read' | 'locate'>;
type WantedFile = Parameters<Files['open']>[0];

/** The ways to what is stored. */
export function createOpenFiles({ pool, disk }: { pool: Queryable; disk: Disk }): OpenFiles {
  const find: Files['find'] = ({ accountId, fileId }) => findFile.first(pool, { accountId, id: fileId });

  async function open({ accountId, fileId, range }: WantedFile): Promise<OpenFile | undefined> {
    const file = await find({ accountId, fileId });
    if (file === undefined) return undefined;
    const stream = await disk.open(accountId, fileId, range);
    if (stream === undefined) return undefined;
    return { stream, contentType: file.contentType, size: file.size, name: file.name, kind: file.kind };
  }

  return {
    find,
    open,
    async read(file) {
      const opened = await open(file);
      if (opened === undefined) return undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of opened.stream) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
    async locate({ accountId, fileId }) {
      if ((await find({ accountId, fileId })) === undefined) return undefined;
      const path = await disk.locate(accountId, fileId);
      return path === undefined ? undefined : { path };
    },
  };
}
