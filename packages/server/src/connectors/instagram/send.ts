import type { ConnectorChannel, ConnectorIo, OutboundMessage, SendOutcome } from '../port.ts';
import { sendMessages } from '../vendors/meta/messaging/send-messages.ts';
import { accessAccount } from './api.ts';
import { profileOf } from './payload.ts';

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  return await sendMessages(message, profileOf(channel), accessAccount(channel, io));
}
