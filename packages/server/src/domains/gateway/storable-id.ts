import { createHash } from 'node:crypto';

const MAX_ID_LENGTH = 200;

/** Whether the database can hold an id of a platform as it is, and index it. */
export const isStorableId = (id: string): boolean =>
  id.length <= MAX_ID_LENGTH && !id.includes('\0') && id.isWellFormed();

/** An id as a key: one that the database cannot hold is named by its hash, so that it takes no other event with it. */
export const toKey = (id: string): string => (isStorableId(id) ? id : createHash('sha256').update(id).digest('hex'));
