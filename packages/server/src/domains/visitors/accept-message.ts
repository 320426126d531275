import { limits } from '@otvet/contract';
import { buildMessageEvent, type WidgetPicture } from '../../connectors/widget/index.ts';
import type { Visitor } from './access/identify-visitor.ts';
import type { VisitorDeps } from './deps.ts';

type AcceptDeps = Pick<VisitorDeps, 'gateway' | 'files' | 'clock'>;
type Accepted = { visitor: Visitor; clientId: string };

/** Stores the text durably; a repeat of the same client id is the same event and ends in the gateway. */
export async function acceptText(deps: AcceptDeps, input: Accepted & { text: string }): Promise<{ id: string }> {
  return acceptEvent(deps, { ...input, picture: null });
}

/** The picture is checked, re-encoded and stored first; only then is there a message that shows it. */
export async function acceptPicture(
  deps: AcceptDeps,
  input: Accepted & { bytes: Buffer; name: string; network: string },
): Promise<{ id: string }> {
  const { visitor, bytes, name, network } = input;
  const by = { kind: 'visitor' as const, network, visitorId: visitor.chatId };
  const file = await deps.files.saveImage({
    accountId: visitor.accountId,
    bytes,
    name,
    maxBytes: limits.photoBytes,
    by,
  });
  const picture = { fileId: file.id, contentType: file.contentType, name, size: file.size };
  return acceptEvent(deps, { ...input, text: '', picture });
}

async function acceptEvent(
  deps: AcceptDeps,
  input: Accepted & { text: string; picture: WidgetPicture | null },
): Promise<{ id: string }> {
  const { visitor, clientId, text, picture } = input;
  const event = buildMessageEvent({
    visitor: { id: visitor.chatId, locale: visitor.locale },
    clientId,
    text,
    picture,
    at: deps.clock.now(),
  });
  await deps.gateway.acceptEvents({
    accountId: visitor.accountId,
    channelId: visitor.channelId,
    events: [event],
  });
  return { id: clientId };
}
