import { boldnesses } from '@otvet/contract';
import { oneOf, statement } from '../../platform/database/statement.ts';

/** How bold a base answers; nothing of its passages changes. */
export const setBoldness = statement({
  sql: 'update knowledge_bases set boldness = :boldness where account_id = :accountId and id = :knowledgeBaseId',
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid', boldness: oneOf(boldnesses) },
});
