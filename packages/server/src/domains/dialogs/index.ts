import { createComeBack } from './come-back.ts';
import { createDeliveries } from './deliveries.ts';
import type { DialogDeps } from './deps.ts';
import { createIncoming } from './incoming.ts';
import { createOperatorActions } from './operator-actions.ts';
import { createReceipts } from './receipts.ts';
import { createScope } from './scope.ts';
import { createSpeech } from './speech/create-speech.ts';
import { createTurns } from './turns.ts';
import { createTroubleWatch } from './watch-troubles.ts';

export type { ClaimedTurn, TurnMessage } from './claim-store.ts';
export type { ChannelSign } from './deliveries.ts';
export type { ClaimedDelivery, DeliveryResult } from './delivery-store.ts';
export type { DialogChange, DialogDeps, DialogTyping } from './deps.ts';
export { NOT_KNOWN, type OfferedChoice } from './offers.ts';
export type { AnswerDue, Changed, InboundMessage, StoreMessage } from './receive-message.ts';
export {
  ACCEPTED_ROW,
  type AcceptedMessage,
  acceptManySql,
  INCOMING_PARAMS,
  INCOMING_ROW,
  type IncomingMessage,
  openManySql,
  STORED_OR_NOT_ROW,
  type StoredMessage,
  storeIncomingSql,
  storeManySql,
} from './receive-store.ts';
export { CALL_PAUSE_MS, SMALL_TALK } from './routine-lines.ts';
export { isSpoken, type SpokenAttachment } from './spoken-attachments.ts';
export type { TurnDecision, TurnResult } from './turn-store.ts';

/** The door of the dialogs domain: every change goes through here and is published to listeners after its commit. */
export function createDialogs(deps: DialogDeps) {
  const scope = createScope(deps);
  const deliveries = createDeliveries(deps, scope);
  return {
    onChanged: scope.changes.on,
    onTyping: scope.typings.on,
    /** For writers that changed a dialog inside their own transaction: call it after the commit. */
    publishChange: scope.changes.emit,
    noteTyping: scope.typings.emit,
    ...createIncoming(deps, scope),
    ...createSpeech(deps, scope),
    ...createOperatorActions(deps, scope),
    ...createTurns(deps, { ...scope, recordDelivery: deliveries.recordDelivery }),
    ...deliveries,
    ...createReceipts(deps, scope),
    ...createTroubleWatch(deps),
    ...createComeBack(deps, scope),
  };
}

export type Dialogs = ReturnType<typeof createDialogs>;
