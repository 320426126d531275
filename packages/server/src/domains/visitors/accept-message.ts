import { limits } from '@otvet/contract';
import { buildMessageEvent, messageEventId, type WidgetPicture } from '../../connectors/widget/index.ts';
import type { Visitor } from './access/identify-visitor.ts';
import type { VisitorDeps } from './deps.ts';

type AcceptDeps = Pick<VisitorDeps, 'gateway' | 'files' | 'clock'>;
type Written = { visitor: Visitor; clientId: string };
type SentPicture = Written & { bytes: Buffer; name: string; ip: string };
/** `isNew` false: it was there already. */
type Accepted = { id: string; isNew: boolean };

/** Stores the text durably; a repeat of the same client id is the same event and ends in the gateway. */
export async function acceptText(deps: AcceptDeps, input: Written & { text: string }): Promise<{ id: string }> {
  const { id } = await acceptEvent(deps, { ...input, picture: null });
  return { id };
}

/**
 * The picture is checked, re-encoded and stored first; only then is there a message that shows it. One that is sent again
 * with its client id, since the answer was lost or is not there yet, is neither read nor stored again.
 */
export function createPictureIntake(deps: AcceptDeps): (sent: SentPicture) => Promise<Accepted> {
  const underWay = new Map<string, Promise<Accepted>>();
  return async (sent) => {
    const key = `${sent.visitor.channelId} ${eventIdOf(sent)}`;
    const before = underWay.get(key);
    if (before !== undefined) return { ...(await before), isNew: false };
    const accepted = acceptPicture(deps, sent).finally(() => underWay.delete(key));
    underWay.set(key, accepted);
    return accepted;
  };
}

async function acceptPicture(deps: AcceptDeps, sent: SentPicture): Promise<Accepted> {
  const { visitor, clientId, bytes, name, ip } = sent;
  const { accountId, channelId } = visitor;
  const isKnown = await deps.gateway.isAccepted({ accountId, channelId, eventId: eventIdOf(sent) });
  if (isKnown) return { id: clientId, isNew: false };
  const by = { kind: 'visitor' as const, ip, visitorId: visitor.chatId };
  const file = await deps.files.saveImage({ accountId, bytes, name, maxBytes: limits.photoBytes, by });
  const picture = { fileId: file.id, contentType: file.contentType, name, size: file.size };
  const accepted = await acceptEvent(deps, { visitor, clientId, text: '', picture });
  // Another node was faster: its message shows its own file.
  if (!accepted.isNew) await deps.files.remove({ accountId, fileId: file.id });
  return accepted;
}

const eventIdOf = ({ visitor, clientId }: Written) => messageEventId({ visitorId: visitor.chatId, clientId });

async function acceptEvent(
  deps: AcceptDeps,
  input: Written & { text: string; picture: WidgetPicture | null },
): Promise<Accepted> {
  const { visitor, clientId, text, picture } = input;
  const event = buildMessageEvent({
    visitor: { id: visitor.chatId, locale: visitor.locale },
    clientId,
    text,
    picture,
    at: deps.clock.now(),
  });
  const { stored } = await deps.gateway.acceptEvents({
    accountId: visitor.accountId,
    channelId: visitor.channelId,
    events: [event],
  });
  return { id: clientId, isNew: stored > 0 };
}
