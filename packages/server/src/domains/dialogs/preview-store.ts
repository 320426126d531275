import { type Attachment, messageAuthors } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, oneOf, statement } from '../../platform/database/statement.ts';
import { previewOf } from './preview.ts';
import { isRoutineRow } from './routine-lines.ts';

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;

const ofRank = (rank: number, isWanted: string) => `(select ${rank} as rank, author, text, attachments from messages m
    where m.account_id = :accountId and m.dialog_id = :dialogId and not m.canceled and ${isWanted} order by m.place desc limit 1)`;

/** The newest message that was neither deleted nor withdrawn as a whole; one that we always say only where there is no other. */
const findNewest = statement({
  sql: `select author, text, attachments from (
      ${ofRank(1, `${isRoutineRow('m')} is not true`)} union all ${ofRank(2, "m.author <> 'system'")}
    ) newest order by rank limit 1`,
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
