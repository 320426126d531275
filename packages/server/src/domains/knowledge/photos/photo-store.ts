import { json, statement } from '../../../platform/database/statement.ts';
import type { StoredPhoto } from '../store.ts';

/** The pairs that show one of these pictures. */
export const findPairsOfPhotos = statement({
  sql: `select p.id, p.knowledge_base_id from passages p
    where p.account_id = :accountId and p.photos <> '[]'
      and exists (select 1 from jsonb_array_elements(p.photos) item where item ->> 'id' = any(:photoIds))`,
  params: { accountId: 'uuid', photoIds: 'text[]' },
  row: { id: 'uuid', knowledgeBaseId: 'uuid' },
});

/** Pairs of a base that show pictures. */
export const listPhotosOfBase = statement({
  sql: `select photos from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and photos <> '[]'`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid' },
  row: { photos: json<StoredPhoto[]>() },
});

/** Pictures of the pairs of an account, the newest first. */
export const listPairPhotos = statement({
  sql: `select p.id as pair_id, item as photo from passages p, jsonb_array_elements(p.photos) item
    where p.account_id = :accountId and p.photos <> '[]'
    order by item ->> 'createdAt' desc, item ->> 'id' desc limit :limit`,
  params: { accountId: 'uuid', limit: 'int8' },
  row: { pairId: 'uuid', photo: json<StoredPhoto>() },
});
