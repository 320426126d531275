import type { PoolClient } from 'pg';
import type { InboundEvent, ReceiptOf } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { DialogChange, DialogDeps } from './deps.ts';
import { lockDialogOfChat } from './lock-store.ts';
import {
  applyReceipt,
  deleteEarlyReceipt,
  deleteEarlyReceipts,
  keepEarlyReceipts,
  type ReceiptState,
  takeEarlyReceipts,
} from './receipt-store.ts';
import { type Changed, type Origin, toChange } from './receive-message.ts';
import type { Scope } from './scope.ts';

export type Receipt = Extract<InboundEvent, { kind: 'receipt' }>;

/** How long a receipt waits for its message: a send is answered within a minute, or never. */
const KEEP_MS = 3_600_000;
const BATCH = 100;

type Deps = Pick<DialogDeps, 'clock' | 'events'>;
type Marked = Origin & {
  chatId: string;
  vendorIds: string[];
  ownId: string | null;
  isUpTo: boolean;
  until: Date | null;
  state: ReceiptState;
  reason: string | null;
};

const OWN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined: it says nothing new of any message here. */
async function mark(tx: PoolClient, deps: Deps, marked: Marked): Promise<DialogChange | undefined> {
  // Two receipts, or one and the end of its send, may come at the same moment.
  await lockDialogOfChat.first(tx, marked);
  const rows = await applyReceipt.all(tx, { ...marked, now: deps.clock.now() });
  const { accountId, channelId, chatId, state, reason } = marked;
  if (state === 'rejected')
    for (const { dialogId, messageId } of rows)
      await deps.events.publish(tx, 'delivery.given-up', {
        accountId,
        dialogId,
        channelId,
        chatId,
        messageId,
        state,
        reason,
      });
  const [first] = rows;
  return first && toChange({ ...marked, version: first.version });
}

function listNamed(of: ReceiptOf): string[] {
  if (of.by === 'time') return [];
  return of.by === 'ids' ? of.messageIds : [of.messageId];
}

/** Writes what the platform says of our messages; what it says of one whose number is not known here yet waits for it. */
export async function receiveReceipt(
  tx: PoolClient,
  deps: Deps,
  { receipt, ...origin }: Origin & { receipt: Receipt },
): Promise<Changed | undefined> {
  const { chat, of } = receipt;
  const ownKey = of.by === 'ids' ? of.ownKey : null;
  const marked: Marked = {
    ...origin,
    chatId: chat.id,
    vendorIds: listNamed(of),
    ownId: ownKey !== null && OWN_ID.test(ownKey) ? ownKey : null,
    isUpTo: of.by === 'last',
    until: of.by === 'time' ? of.until : null,
    state: receipt.state === 'failed' ? 'rejected' : receipt.state,
    reason: receipt.reason,
  };
  const { state } = marked;
  const change = await mark(tx, deps, marked);
  // Only what no message here has is kept: of several some may still be under way.
  if (of.by === 'ids' && state !== 'sent') await keepEarlyReceipts.run(tx, { ...marked, state, now: deps.clock.now() });
  return change && { change, due: null };
}

/** The part of the door that knows what became of messages after they were sent. */
export function createReceipts(deps: DialogDeps, scope: Scope) {
  return {
    receiveReceipt: (tx: PoolClient, input: Origin & { receipt: Receipt }) => receiveReceipt(tx, deps, input),
    /** Applies receipts that came before the answer to the send that they are of. */
    async applyEarlyReceipts(): Promise<void> {
      const taken = await takeEarlyReceipts.all(deps.pool, { now: deps.clock.now(), limit: BATCH });
      for (const { vendorId, ...early } of taken) {
        const change = await withTransaction(deps.pool, async (tx) => {
          const marked = await mark(tx, deps, {
            ...early,
            ...{ vendorIds: [vendorId], ownId: null, isUpTo: false, until: null },
          });
          if (marked) await deleteEarlyReceipt.run(tx, { ...early, vendorId });
          return marked;
        });
        if (change) scope.changes.emit(change);
      }
    },
    deleteEarlyReceipts: () =>
      deleteEarlyReceipts.run(deps.pool, { before: new Date(deps.clock.now().getTime() - KEEP_MS) }),
  };
}
