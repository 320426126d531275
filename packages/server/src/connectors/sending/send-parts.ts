import type { SentShare } from '@otvet/contract';
import { ConnectorError, type OutboundMessage, type SendOutcome } from '../port.ts';
import type { Part } from './plan-parts.ts';
import { shareOf } from './share-of.ts';

/**
 * Sends what an earlier try has not sent yet, part by part in order; the first part that fails ends the try. Each call
 * makes as many messages on the platform as it has files, a text one, and gives their ids.
 */
export async function sendParts<Kind extends string>(
  message: OutboundMessage,
  plan: { parts: Part<Kind>[] } | { refusal: string },
  sendPart: (part: Part<Kind>, options: { isFirst: boolean; position: number }) => Promise<string[]>,
): Promise<SendOutcome> {
  if ('refusal' in plan) return { kind: 'rejected', reason: plan.refusal, sentParts: message.sentParts };
  const sentParts = [...message.sentParts];
  let position = 0;
  for (const [index, part] of plan.parts.entries()) {
    position += 'files' in part ? part.files.length : 1;
    if (position <= message.sentParts.length) continue;
    try {
      sentParts.push(...(await sendPart(part, { isFirst: index === 0, position })));
    } catch (error) {
      const share = shareOf(plan.parts, sentParts.length);
      return toOutcome('files' in part ? asOfFile(error) : error, { sentParts, ...(share && { share }) });
    }
  }
  return { kind: 'sent', vendorIds: sentParts };
}

/** Bytes of a file of ours; one that cannot be read now may be readable later. */
export async function readFileBytes({ read }: { read(): Promise<Buffer> }): Promise<Buffer> {
  return await read().catch((cause: unknown) => {
    throw new ConnectorError('retry', { reason: 'file_unreadable', cause });
  });
}

const TOO_LARGE = 413;

/** Whoever stands in the way of so many bytes stands there at the next try too. */
function asOfFile(error: unknown): unknown {
  if (!(error instanceof ConnectorError) || error.status !== TOO_LARGE) return error;
  return new ConnectorError('rejected', { reason: 'file_too_large', cause: error });
}

function toOutcome(error: unknown, sent: { sentParts: string[]; share?: SentShare }): SendOutcome {
  if (!(error instanceof ConnectorError)) throw error;
  const { kind, reason, retryAfterMs: afterMs, limitScope, movedTo } = error;
  switch (kind) {
    case 'retry':
      return { kind: 'retry', afterMs, reason, ...sent, scope: 'message' };
    case 'rate-limited':
      return { kind: 'retry', afterMs, reason, ...sent, scope: limitScope };
    case 'unauthorized':
      return { kind: 'channel-broken', reason, ...sent };
    case 'chat-moved':
      return { kind: 'chat-moved', toChatId: movedTo ?? '', ...sent };
    case 'unsupported':
      return { kind: 'rejected', reason, ...sent };
    case 'rejected':
    case 'unknown':
    case 'chat-closed':
      return { kind, reason, ...sent };
  }
}
