import type { Pool } from 'pg';
import { z } from 'zod';

/** A file as its row tells it. Name and type are the product's: cleaned, and found by content. */
export type StoredFile = {
  accountId: string;
  id: string;
  kind: 'image' | 'file';
  contentType: string;
  size: number;
  name: string;
  width: number | null;
  height: number | null;
  createdAt: Date;
};

const row = z.object({
  kind: z.enum(['image', 'file']),
  content_type: z.string(),
  size: z.coerce.number(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  created_at: z.date(),
});

export type FilesStore = {
  insert(file: StoredFile, sha256: Buffer): Promise<void>;
  find(accountId: string, id: string): Promise<StoredFile | undefined>;
  remove(accountId: string, id: string): Promise<void>;
  /** Which of these ids have a row. */
  findKnown(accountId: string, ids: string[]): Promise<Set<string>>;
};

export function createFilesStore(pool: Pick<Pool, 'query'>): FilesStore {
  return {
    async insert(file, sha256) {
      await pool.query(
        `INSERT INTO files (account_id, id, kind, content_type, size, name, sha256, width, height, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          file.accountId,
          file.id,
          file.kind,
          file.contentType,
          file.size,
          file.name,
          sha256,
          file.width,
          file.height,
          file.createdAt,
        ],
      );
    },
    async find(accountId, id) {
      const result = await pool.query(
        `SELECT kind, content_type, size, name, width, height, created_at FROM files
         WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
      if (result.rows.length === 0) return undefined;
      const found = row.parse(result.rows[0]);
      return {
        accountId,
        id,
        kind: found.kind,
        contentType: found.content_type,
        size: found.size,
        name: found.name,
        width: found.width,
        height: found.height,
        createdAt: found.created_at,
      };
    },
    async remove(accountId, id) {
      await pool.query('DELETE FROM files WHERE account_id = $1 AND id = $2', [accountId, id]);
    },
    async findKnown(accountId, ids) {
      const result = await pool.query('SELECT id FROM files WHERE account_id = $1 AND id = ANY($2::uuid[])', [
        accountId,
        ids,
      ]);
      return new Set(
        z
          .array(z.object({ id: z.string() }))
          .parse(result.rows)
          .map((found) => found.id),
      );
    },
  };
}
