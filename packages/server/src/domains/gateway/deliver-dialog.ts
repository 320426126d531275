import { type ChannelDescriptor, type LabelledChoices, labelChoices } from '@otvet/contract';
import type { OutboundFile, OutboundMessage, SendOutcome } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { formatMarkdown } from '../../platform/text/format-markdown.ts';
import { TimeLimitError, withinTime } from '../../platform/time/within-time.ts';
import { ChannelSecretsError, type LiveChannel } from '../channels/index.ts';
import type { ClaimedDelivery } from '../dialogs/index.ts';
import type { GatewayDeps } from './deps.ts';
import { readWindow } from './message-window.ts';
import { DAMAGED_PAUSE_MS, noteDamage } from './note-damage.ts';
import { readChannelSign, type SendResult, settleSend } from './settle-send.ts';
import { isRepeatDropped, unsureAfter } from './unsure-sends.ts';

/** More than a session takes for a message with what waits before it; once more for each file. */
const SESSION_SEND_MS = 120_000;

type Attachment = ClaimedDelivery['attachments'][number];

function addressOf(
  { files, publicUrl }: Pick<GatewayDeps, 'files' | 'publicUrl'>,
  file: { accountId: string; fileId: string; name: string },
): string | null {
  return publicUrl?.startsWith('https://') ? `${publicUrl}${files.links.makeForPlatform(file)}` : null;
}

/** The type by content: the attachment knows only that it is a picture, and a moving one is sent another way. */
async function toFile(deps: GatewayDeps, delivery: ClaimedDelivery, attachment: Attachment): Promise<OutboundFile[]> {
  const { accountId } = delivery;
  const fileId = attachment.url;
  if (fileId === null) return [];
  const stored = await deps.files.find({ accountId, fileId });
  const read = async () => {
    const bytes = await deps.files.read({ accountId, fileId });
    if (!bytes) throw new Error(`The file ${fileId} of an outgoing message is gone`);
    return bytes;
  };
  const { contentType, name, size } = attachment;
  return [
    {
      fileId,
      contentType: stored?.contentType ?? contentType,
      name: name ?? 'file',
      size: stored?.size ?? size ?? 0,
      read,
      url: addressOf(deps, { accountId, fileId, name: stored?.name ?? name ?? 'file' }),
    },
  ];
}

/** Buttons where the channel has them, as numbered lines above pictures; in a group anybody could press them. */
function toChoices(delivery: ClaimedDelivery, descriptor: ChannelDescriptor): LabelledChoices | null {
  const { text, choices, isGroup, attachments } = delivery;
  if (isGroup || attachments.length > 0 || choices === null || descriptor.choices === null) return null;
  const labelled = labelChoices({ text, choices: choices.map((choice) => choice.text) }, descriptor.choices);
  return labelled ? { ...labelled, text: wordsOf(delivery, descriptor, labelled.text) } : null;
}

/** What a person types stays as it is typed. */
function wordsOf({ isByPerson }: ClaimedDelivery, { formatting }: ChannelDescriptor, text: string): string {
  return isByPerson || formatting === 'kept' ? text : formatMarkdown(text, formatting);
}

async function toOutbound(
  deps: GatewayDeps,
  {
    delivery,
    descriptor,
    window,
  }: { delivery: ClaimedDelivery; descriptor: ChannelDescriptor; window: ReturnType<typeof readWindow> },
): Promise<OutboundMessage> {
  const filesOf = async (isImage: boolean) => {
    const wanted = delivery.attachments.filter((attachment) => (attachment.type === 'image') === isImage);
    return (await Promise.all(wanted.map((attachment) => toFile(deps, delivery, attachment)))).flat();
  };
  return {
    chatId: delivery.chatId,
    text: wordsOf(delivery, descriptor, delivery.text),
    choices: toChoices(delivery, descriptor),
    endsChoices: delivery.followsChoices && descriptor.choices !== null && !delivery.isGroup,
    photos: (await filesOf(true)).slice(0, delivery.isByPerson ? undefined : descriptor.outbound.photos),
    files: await filesOf(false),
    isTextFirst: !delivery.isByPerson,
    template: delivery.template,
    replyToVendorId: delivery.replyVendorId,
    idempotencyKey: delivery.messageId,
    sentParts: delivery.sentParts,
    isLate: window === 'person',
  };
}

/** `isVendorWord`: the outcome is what came of talking to the platform, and says something of the channel. */
type Sent = { outcome: SendOutcome; isVendorWord: boolean };

async function send(deps: GatewayDeps, channel: LiveChannel | undefined, delivery: ClaimedDelivery): Promise<Sent> {
  const { sentParts } = delivery;
  if (!channel) return { outcome: { kind: 'rejected', reason: 'channel_unlinked', sentParts }, isVendorWord: false };
  const { unsureSince } = delivery;
  // It waited longer than the platform knows its number: a repeat might be a second message.
  if (unsureSince !== null && !isRepeatDropped({ unsureSince, now: deps.sharedClock.now() }, channel.descriptor))
    return { outcome: { kind: 'unknown', reason: 'no_answer', sentParts }, isVendorWord: false };
  const window = readWindow({ ...channel.descriptor, ...delivery, now: deps.sharedClock.now() });
  if (window === 'closed' && delivery.template === null)
    return { outcome: { kind: 'rejected', reason: 'window_closed', sentParts }, isVendorWord: false };
  const message = await toOutbound(deps, { delivery, descriptor: channel.descriptor, window }).catch(
    (error: unknown) => {
      deps.log.warn({ err: error, messageId: delivery.messageId }, 'the files of a message could not be looked up');
      return undefined;
    },
  );
  // Nothing has left yet.
  if (!message)
    return {
      outcome: { kind: 'retry', afterMs: null, reason: 'file_unreadable', sentParts, scope: 'message' },
      isVendorWord: false,
    };
  try {
    return { outcome: await sendInTime(deps, channel, message), isVendorWord: true };
  } catch (error) {
    // A repeat would hold the dialog as long again.
    if (error instanceof TimeLimitError)
      return { outcome: { kind: 'unknown', reason: 'no_answer', sentParts }, isVendorWord: false };
    // A connector tells failures as outcomes; an exception is a fault of ours, and whether bytes left is not known.
    deps.log.error(
      { err: error, channelId: delivery.channelId, messageId: delivery.messageId },
      'a send failed in an unexpected way',
    );
    return { outcome: { kind: 'unknown', reason: 'internal', sentParts }, isVendorWord: false };
  }
}

/** Every call over the network has its own time limit; one over a session has that of its library, or none. */
async function sendInTime(deps: GatewayDeps, channel: LiveChannel, message: OutboundMessage): Promise<SendOutcome> {
  const sending = channel.connector.send(message, channel.self, deps.connectors.io);
  if (!channel.connector.session) return await sending;
  const files = message.photos.length + message.files.length;
  return await withinTime({ clock: deps.sharedClock, ms: SESSION_SEND_MS * (1 + files) }, sending);
}

/** What a send tells about the channel or the chat, beyond its message and the outbox. */
async function applyOutcome(deps: GatewayDeps, delivery: ClaimedDelivery, outcome: SendOutcome): Promise<void> {
  const { accountId, channelId, dialogId, chatId } = delivery;
  if (outcome.kind === 'channel-broken') await deps.channels.mark({ accountId, id: channelId, reason: outcome.reason });
  if (outcome.kind === 'chat-closed') await deps.dialogs.closeDelivery({ accountId, dialogId, reason: outcome.reason });
  if (outcome.kind === 'chat-moved') {
    const event = { kind: 'chat-moved' as const, fromChatId: chatId, toChatId: outcome.toChatId };
    const moved = await withTransaction(deps.pool, (db) =>
      deps.dialogs.applySideEvent(db, { accountId, channelId, event }),
    );
    if (moved) deps.dialogs.publishChange(moved.change);
  }
}

type DialogInput = {
  accountId: string;
  dialogId: string;
  /** What is sent first. */
  claimed: ClaimedDelivery | undefined;
  isStopping(): boolean;
  /** Takes a record that is being written behind a send; it gives whether more of the dialog waits to be sent. */
  recordLater(record: Promise<{ hasMore: boolean }>): void;
};

/**
 * Sends what waits in a dialog, oldest first, until nothing is left or something must wait. What the customer has is recorded
 * while the next answer may leave already. Gives the time of the next try, if there is one.
 */
export async function deliverDialog(deps: GatewayDeps, input: DialogInput): Promise<Date | null> {
  let { claimed } = input;
  for (;;) {
    const delivery = claimed ?? (input.isStopping() ? undefined : await deps.dialogs.claimDelivery(input));
    claimed = undefined;
    if (!delivery) return null;
    if (deps.sharedClock.now() >= delivery.claimedUntil) {
      await giveBackClaim(deps, delivery);
      continue;
    }
    const channel = await findChannel(deps, delivery);
    if (channel === 'damaged') return null;
    if (isElsewhere(deps, channel)) {
      await giveBackClaim(deps, delivery);
      return null;
    }
    const startedAt = deps.sharedClock.now();
    const sent = await send(deps, channel, delivery);
    const { outcome } = sent;
    const recorded = record(deps, delivery, { ...sent, startedAt, descriptor: channel?.descriptor });
    if (outcome.kind === 'sent') {
      input.recordLater(recorded);
      return null;
    }
    const { result, hasMore } = await recorded;
    await applyOutcome(deps, delivery, outcome);
    if (result.state === 'retry') return result.retryAt;
    if (outcome.kind === 'channel-broken' || !(hasMore || result.state === 'queued')) return null;
  }
}

/** Nothing leaves while the secrets of the channel do not open; it waits until they do. */
async function findChannel(deps: GatewayDeps, delivery: ClaimedDelivery): Promise<LiveChannel | 'damaged' | undefined> {
  try {
    return await deps.channels.live(delivery.channelId);
  } catch (error) {
    if (!(error instanceof ChannelSecretsError)) throw error;
    await noteDamage(deps, delivery, error);
    // The outbox is closed, or it waits for the administrator's key.
    const pausedUntil = new Date(deps.sharedClock.now().getTime() + DAMAGED_PAUSE_MS);
    await giveBackClaim(deps, delivery, error.isForGood ? null : pausedUntil);
    return 'damaged';
  }
}

/** The channel speaks over a session that this process does not have: the sweep of the node that has it sends. */
export function isElsewhere(
  { connectors }: Pick<GatewayDeps, 'connectors'>,
  channel: LiveChannel | undefined,
): boolean {
  return channel?.connector.session !== undefined && connectors.io.sessions.find(channel.id) === undefined;
}

/** Nothing was sent. The process may have stood still meanwhile: who took the claim over has written what became of it. */
export async function giveBackClaim(
  deps: GatewayDeps,
  delivery: ClaimedDelivery,
  retryAt: Date | null = null,
): Promise<void> {
  const { sentParts, unsureSince } = delivery;
  const kept = { sentParts, unsureSince };
  const back = { state: 'queued' as const, reason: null, vendorId: null, ...kept, retryAt, channel: null };
  await deps.dialogs.recordDelivery(delivery, back);
}

type Ended = Sent & { startedAt: Date; descriptor: ChannelDescriptor | undefined };

async function record(
  deps: GatewayDeps,
  delivery: ClaimedDelivery,
  ended: Ended,
): Promise<{ result: SendResult; hasMore: boolean }> {
  const now = deps.sharedClock.now();
  const unsureSince = unsureAfter({ ...ended, before: delivery });
  const outcome = repeatIfDropped({ ...ended, unsureSince, now });
  const result = settleSend({ outcome, attempt: delivery.attempt, now, unit: deps.random.unit() });
  const channel = ended.isVendorWord ? readChannelSign({ outcome, now }) : null;
  const isWaiting = result.state === 'retry' || result.state === 'queued';
  const tried = { ...result, channel, unsureSince: isWaiting ? unsureSince : null };
  const { hasMore } = await deps.dialogs.recordDelivery(delivery, tried);
  return { result, hasMore };
}

/** A lost answer is asked for again while the platform drops repeats of the same number. */
function repeatIfDropped(ended: Ended & { unsureSince: Date | null; now: Date }): SendOutcome {
  const { outcome, isVendorWord, descriptor, unsureSince, now } = ended;
  if (outcome.kind !== 'unknown' || !isVendorWord || !descriptor || unsureSince === null) return outcome;
  if (!isRepeatDropped({ unsureSince, now }, descriptor)) return outcome;
  return { ...outcome, kind: 'retry', afterMs: null, scope: 'message' };
}
