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

const PURPOSE = oneOf(['pair', 'other']);

/** Stores the row and counts it, unless the account would have more than it may: then nothing is stored. */
export const insertFile = statement({
  sql: `with counted as (
      insert into file_usage as usage (account_id, bytes, files)
      select :accountId, :size, 1 where :size <= :maxBytes and :maxFiles >= 1
      on conflict (account_id) do update set bytes = usage.bytes + excluded.bytes, files = usage.files + 1
        where usage.bytes + excluded.bytes <= :maxBytes and usage.files < :maxFiles
      returning account_id
    )
    insert into files
      (account_id, id, kind, content_type, size, name, sha256, width, height, purpose, created_at, attached_at)
    select account_id, :id, :kind, :contentType, :size, :name, :sha256, :width, :height, :purpose, :createdAt, null
    from counted`,
  params: { ...COLUMNS, purpose: PURPOSE, sha256: 'bytea', maxBytes: 'int8', maxFiles: 'int8' },
});

/** Name and type are the product's: cleaned, and found by content. */
export const findFile = statement({
  sql: `select account_id, id, kind, content_type, size, name, width, height, created_at from files
    where account_id = :accountId and id = :id`,
  params: KEY,
  row: COLUMNS,
});
export type StoredFile = RowOf<typeof findFile>;

const UNCOUNT = `update file_usage set bytes = greatest(0, bytes - gone_bytes), files = greatest(0, files - gone_files)
  from (select coalesce(sum(size), 0) as gone_bytes, count(*) as gone_files from deleted) gone where account_id = :accountId`;

export const deleteFile = statement({
  sql: `with deleted as (delete from files where account_id = :accountId and id = :id returning size) ${UNCOUNT}`,
  params: KEY,
});

/** Files that nothing has referred to, the oldest first. */
export const listUnattached = statement({
  sql: `select account_id, id from files where attached_at is null and created_at < :before order by created_at limit :limit`,
  params: { before: 'timestamptz', limit: 'int4' },
  row: KEY,
});

/** Deletes those of these files that still nothing refers to: one that is attached meanwhile stays. */
export const deleteUnattached = statement({
  sql: `with deleted as (
      delete from files where account_id = :accountId and id = any(:ids) and attached_at is null returning id, size
    ), uncounted as (${UNCOUNT})
    select id from deleted`,
  params: { accountId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid' },
});

/**
 * Gives those of these files that are there. What is kept already is not written again; one that somebody else marks at this
 * moment is, and one that he deletes is not given.
 */
export const attachFiles = statement({
  sql: `with found as materialized (select id, kept from files where account_id = :accountId and id = any(:ids)),
      marked as (
        update files f set attached_at = coalesce(f.attached_at, :now), kept = true from found
        where f.account_id = :accountId and f.id = found.id and not found.kept returning f.id
      )
    select id from found where kept union all select id from marked`,
  params: { accountId: 'uuid', ids: 'uuid[]', now: 'timestamptz' },
  row: { id: 'uuid' },
});

const IMAGE = { id: 'uuid', name: 'text', size: 'int8', createdAt: 'timestamptz' } as const;

/** Marks images for pairs as used by somebody who lets them go again; gives those that are there. */
export const holdImages = statement({
  sql: `update files set attached_at = coalesce(attached_at, :now)
    where account_id = :accountId and id = any(:ids) and kind = 'image' and purpose = 'pair' returning id, name, size, created_at`,
  params: { accountId: 'uuid', ids: 'uuid[]', now: 'timestamptz' },
  row: IMAGE,
});

/** Deletes those of these files that nobody else keeps. */
export const releaseFiles = statement({
  sql: `with deleted as (
      delete from files where account_id = :accountId and id = any(:ids) and not kept returning id, size
    ), uncounted as (${UNCOUNT})
    select id from deleted`,
  params: { accountId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid' },
});

/** Deletes these files, whoever kept them. */
export const deleteFiles = statement({
  sql: `with deleted as (
      delete from files where account_id = :accountId and id = any(:ids) returning id, size
    ), uncounted as (${UNCOUNT})
    select id from deleted`,
  params: { accountId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid' },
});

/** Of those that were uploaded for pairs. */
const IS_UNUSED = `account_id = :accountId and kind = 'image' and purpose = 'pair' and attached_at is null`;

/** Images that nothing refers to yet, the newest first. */
export const listUnusedImages = statement({
  sql: `select id, name, size, created_at from files where ${IS_UNUSED} order by created_at desc, id desc limit :limit`,
  params: { accountId: 'uuid', limit: 'int8' },
  row: IMAGE,
});

/** Deletes one unless somebody has taken it: who takes it at that moment holds its row, or does not find it any more. */
export const deleteUnusedImage = statement({
  sql: `with deleted as (delete from files where ${IS_UNUSED} and id = :id returning id, size), uncounted as (${UNCOUNT})
    select id from deleted`,
  params: KEY,
  row: { id: 'uuid' },
});
export type StoredImage = RowOf<typeof listUnusedImages>;

export const findUsage = statement({
  sql: 'select bytes, files from file_usage where account_id = :accountId',
  params: { accountId: 'uuid' },
  row: { bytes: 'int8', files: 'int8' },
});

/** Which of these ids have a row. */
export const findKnownFiles = statement({
  sql: 'select id from files where account_id = :accountId and id = any(:ids)',
  params: { accountId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid' },
});
