import { type Attachment, messageAuthors } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, oneOf, statement } from '../../platform/database/statement.ts';
import { previewOf } from './preview.ts';

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;

/** The newest message that was neither deleted nor withdrawn as a whole. */
const findNewest = statement({
  sql: `select author, text, attachments from messages
    where account_id = :accountId and dialog_id = :dialogId and not canceled order by place desc limit 1`,
  params: DIALOG,
  row: { author: oneOf(messageAuthors), text: 'text', attachments: json<Attachment[]>() },
});

const setLine = statement({
  sql: 'update dialogs set last_text = :preview, last_author = :author where account_id = :accountId and id = :dialogId',
  params: { ...DIALOG, preview: 'text', author: oneOf(messageAuthors) },
});

/** After messages changed or went, in the same transaction, which has locked the dialog and raised its version: the line of the list. */
export async function showNewest(tx: Queryable, dialog: { accountId: string; dialogId: string }): Promise<void> {
  const { accountId, dialogId } = dialog;
  const newest = await findNewest.first(tx, { accountId, dialogId });
  const { author, ...content } = newest ?? { author: 'customer' as const, text: '', attachments: [] };
  await setLine.run(tx, { accountId, dialogId, author, preview: previewOf(content) });
}
