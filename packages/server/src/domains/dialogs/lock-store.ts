import { statement } from '../../platform/database/statement.ts';

/** The dialog before its messages, everywhere: who has a message and waits for its dialog would wait in a circle. */
export const LOCK_DIALOG = 'select id, paused from dialogs where account_id = :accountId and id = :dialogId for update';
const LOCKED = { id: 'uuid', paused: 'bool' } as const;

/**
 * Keeps the dialog as it is until the end of the transaction. A statement of its own: what comes after it sees what was
 * committed last, where one statement would judge by what was there before it waited.
 */
export const lockDialog = statement({
  sql: LOCK_DIALOG,
  params: { accountId: 'uuid', dialogId: 'uuid' },
  row: LOCKED,
});

/** `lockDialog` for a chat; no row where it has no dialog. */
export const lockDialogOfChat = statement({
  sql: `select id, paused from dialogs
    where account_id = :accountId and channel_id = :channelId and chat_id = :chatId for update`,
  params: { accountId: 'uuid', channelId: 'uuid', chatId: 'text' },
  row: LOCKED,
});
