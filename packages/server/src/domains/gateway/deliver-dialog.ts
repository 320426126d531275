import type { OutboundFile, OutboundMessage, SendOutcome } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { LiveChannel } from '../channels/index.ts';
import type { ClaimedDelivery, DeliveryResult } from '../dialogs/index.ts';
import type { GatewayDeps } from './deps.ts';

const mostAttempts = 8;
const mostBackoffMs = 300_000;

type Result = Pick<DeliveryResult, 'state' | 'reason' | 'vendorId' | 'sentParts' | 'retryAt'>;

/** Pure: what becomes of a message after a send; `unit` in [0, 1) spreads the retries. */
export function settleSend(input: { outcome: SendOutcome; attempt: number; now: Date; unit: number }): Result {
  const { outcome } = input;
  const later = (ms: number) => new Date(input.now.getTime() + ms);
  switch (outcome.kind) {
    case 'sent':
      return {
        state: 'sent',
        reason: null,
        vendorId: outcome.vendorIds[0] ?? null,
        sentParts: outcome.vendorIds,
        retryAt: null,
      };
    case 'retry': {
      if (outcome.scope === 'message' && input.attempt >= mostAttempts) {
        return {
          state: 'rejected',
          reason: outcome.reason,
          vendorId: null,
          sentParts: outcome.sentParts,
          retryAt: null,
        };
      }
      const backoff = Math.min(mostBackoffMs, 1000 * 2 ** Math.min(input.attempt, 10)) * (0.5 + input.unit / 2);
      return {
        state: 'retry',
        reason: outcome.reason,
        vendorId: null,
        sentParts: outcome.sentParts,
        retryAt: later(outcome.afterMs ?? backoff),
      };
    }
    case 'rejected':
    case 'chat-closed':
      return { state: 'rejected', reason: outcome.reason, vendorId: null, sentParts: outcome.sentParts, retryAt: null };
    case 'unknown':
      return { state: 'unknown', reason: outcome.reason, vendorId: null, sentParts: outcome.sentParts, retryAt: null };
    case 'channel-broken':
      return { state: 'queued', reason: outcome.reason, vendorId: null, sentParts: outcome.sentParts, retryAt: null };
    case 'chat-moved':
      return { state: 'queued', reason: null, vendorId: null, sentParts: outcome.sentParts, retryAt: null };
  }
}

function toFile(
  deps: GatewayDeps,
  delivery: ClaimedDelivery,
  attachment: ClaimedDelivery['attachments'][number],
): OutboundFile | undefined {
  const fileId = attachment.url;
  if (fileId === null) return undefined;
  return {
    fileId,
    contentType: attachment.type === 'image' ? 'image/*' : attachment.contentType,
    name: attachment.name ?? 'file',
    size: attachment.size ?? 0,
    read: async () => {
      const bytes = await deps.files.read({ accountId: delivery.accountId, fileId });
      if (!bytes) throw new Error(`The file ${fileId} of an outgoing message is gone`);
      return bytes;
    },
  };
}

function toOutbound(deps: GatewayDeps, delivery: ClaimedDelivery): OutboundMessage {
  const filesOf = (isImage: boolean) =>
    delivery.attachments
      .filter((attachment) => (attachment.type === 'image') === isImage)
      .flatMap((attachment) => toFile(deps, delivery, attachment) ?? []);
  return {
    chatId: delivery.chatId,
    text: delivery.text,
    photos: filesOf(true),
    files: filesOf(false),
    replyToVendorId: delivery.replyVendorId,
    idempotencyKey: delivery.messageId,
    sentParts: delivery.sentParts,
  };
}

async function send(deps: GatewayDeps, channel: LiveChannel, delivery: ClaimedDelivery): Promise<SendOutcome> {
  if (deps.clock.now() >= delivery.claimedUntil)
    return { kind: 'unknown', reason: 'interrupted', sentParts: delivery.sentParts };
  try {
    return await channel.connector.send(toOutbound(deps, delivery), channel.self, deps.connectors.io);
  } catch (error) {
    // A connector tells failures as outcomes; an exception is a fault of ours, and whether bytes left is not known.
    deps.log.error(
      { err: error, channelId: delivery.channelId, messageId: delivery.messageId },
      'a send failed in an unexpected way',
    );
    return { kind: 'unknown', reason: 'internal', sentParts: delivery.sentParts };
  }
}

/** What a send tells about the channel or the chat, beyond its message. */
async function applyOutcome(deps: GatewayDeps, delivery: ClaimedDelivery, outcome: SendOutcome): Promise<void> {
  const { accountId, channelId, dialogId, chatId } = delivery;
  if (outcome.kind === 'channel-broken') await deps.channels.mark({ accountId, id: channelId, reason: outcome.reason });
  if (outcome.kind === 'retry' && outcome.scope === 'channel') {
    await deps.channels.hold({
      accountId,
      id: channelId,
      until: new Date(deps.clock.now().getTime() + (outcome.afterMs ?? 1000)),
    });
  }
  if (outcome.kind === 'chat-closed') await deps.dialogs.closeDelivery({ accountId, dialogId, reason: outcome.reason });
  if (outcome.kind === 'chat-moved') {
    const event = { kind: 'chat-moved' as const, fromChatId: chatId, toChatId: outcome.toChatId };
    const change = await withTransaction(deps.pool, (db) =>
      deps.dialogs.applySideEvent(db, { accountId, channelId, event }),
    );
    if (change) deps.dialogs.tellChanged(change);
  }
}

/**
 * Sends what waits in a dialog, oldest first, until nothing is left or something must wait; `claimed` is the first.
 * Gives the time of the next try, if there is one.
 */
export async function deliverDialog(
  deps: GatewayDeps,
  input: { accountId: string; dialogId: string; claimed: ClaimedDelivery | undefined; isStopping(): boolean },
): Promise<Date | null> {
  let { claimed } = input;
  for (;;) {
    const delivery = claimed ?? (input.isStopping() ? undefined : await deps.dialogs.claimDelivery(input));
    claimed = undefined;
    if (!delivery) return null;
    const channel = await deps.channels.live(delivery.channelId);
    const outcome: SendOutcome = channel
      ? await send(deps, channel, delivery)
      : { kind: 'rejected', reason: 'channel_unlinked', sentParts: delivery.sentParts };
    const result = settleSend({ outcome, attempt: delivery.attempt, now: deps.clock.now(), unit: deps.random.unit() });
    const { hasMore } = await deps.dialogs.recordDelivery(delivery, result);
    await applyOutcome(deps, delivery, outcome);
    if (result.state === 'retry') return result.retryAt;
    if (outcome.kind === 'channel-broken' || !(hasMore || result.state === 'queued')) return null;
  }
}
