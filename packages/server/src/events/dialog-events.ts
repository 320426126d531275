import { z } from 'zod';

const dialog = z.object({ accountId: z.uuid(), dialogId: z.uuid(), channelId: z.uuid(), chatId: z.string() });

/** Published by the domain dialogs. */
export const dialogEvents = {
  /** The assistant gives up and calls a person; `reason` is that of its decision, or why it may not answer (`quota`, `plan`). */
  'dialog.handed-over': dialog.extend({ reason: z.string().nullable() }),
  /** A person silenced the assistant, by the button or by writing, here or on the platform. */
  'dialog.taken-over': dialog,
  /** The assistant may speak again. */
  'dialog.handed-back': dialog,
  'dialog.banned': dialog,
  'dialog.unbanned': dialog,
  /** No more tries: the platform refused it, or nobody knows whether it arrived. */
  'delivery.given-up': dialog.extend({
    messageId: z.uuid(),
    state: z.enum(['rejected', 'unknown']),
    reason: z.string().nullable(),
  }),
  /**
   * A feed, not a job: every message of every dialog, in order. The first one of a customer begins the dialog; texts
   * are read through the door of dialogs.
   */
  'message.stored': dialog.extend({
    messageId: z.uuid(),
    seq: z.number(),
    author: z.enum(['customer', 'assistant', 'operator', 'system']),
    at: z.date(),
  }),
};
