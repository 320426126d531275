import { whatsapp360DialogDescriptor } from '@otvet/contract';
import type { ConnectorChannel, ConnectorIo, OutboundMessage, SendOutcome } from '../port.ts';
import { sendWhatsAppMessage } from '../vendors/whatsapp/send-message.ts';
import { openTransport } from './api.ts';

export const send = (message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> =>
  sendWhatsAppMessage(openTransport(channel, io), message, whatsapp360DialogDescriptor);
