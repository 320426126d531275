import { whatsappDescriptor } from '@otvet/contract';
import type { ConnectorChannel, ConnectorIo, OutboundMessage, SendOutcome } from '../port.ts';
import { isUserId } from '../vendors/whatsapp/payload.ts';
import { sendWhatsAppMessage } from '../vendors/whatsapp/send-message.ts';
import { openTransport } from './api.ts';

export const send = (message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> =>
  sendWhatsAppMessage(openTransport(channel, io), message, whatsappDescriptor);

/** Only a number has a page. */
export const profileLink = async (chatId: string): Promise<string> =>
  isUserId(chatId) ? '' : `https://wa.me/${encodeURIComponent(chatId)}`;
