import { nullable, oneOf, type RowOf, statement } from '../database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const COLUMNS = {
  ...KEY,
  kind: oneOf(['image', 'file']),
  contentType: 'text',
  size: 'int8',
  name: 'text',
  width: nullable('int4'),
  height: nullable('int4'),
  createdAt: 'timestamptz',
} as const;

export const insertFile = statement({
  sql: `insert into files (account_id, id, kind, content_type, size, name, sha256, width, height, created_at)
    values (:accountId, :id, :kind, :contentType, :size, :name, :sha256, :width, :height, :createdAt)`,
  params: { ...COLUMNS, sha256: 'bytea' },
});

/** Name and type are the product's: cleaned, and found by content. */
export const findFile = statement({
  sql: `select account_id, id, kind, content_type, size, name, width, height, created_at from files
    where account_id = :accountId and id = :id`,
  params: KEY,
  row: COLUMNS,
});
export type StoredFile = RowOf<typeof findFile>;

export const deleteFile = statement({
  sql: 'delete from files where account_id = :accountId and id = :id',
  params: KEY,
});

/** Which of these ids have a row. */
export const findKnownFiles = statement({
  sql: 'select id from files where account_id = :accountId and id = any(:ids)',
  params: { accountId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid' },
});
