import { whatsappWebDescriptor } from '@otvet/contract';
import { type Connector, ConnectorError, type ConnectorIo } from '../port.ts';
import type { OpenSession } from '../session-port.ts';
import { hasLibrary, type LoadLibrary, loadBaileys } from './api.ts';
import { activate, check, deactivate, prepare, steps } from './connect.ts';
import { parse } from './parse.ts';
import { createSessionOpener } from './session.ts';
import { type Pace, usualPace, whatsappWebEnvironment, whatsappWebSecretFields } from './settings.ts';
import { receive } from './verify.ts';

function requireSession(io: ConnectorIo, channelId: string): OpenSession {
  const session = io.sessions.find(channelId);
  if (!session) throw new ConnectorError('retry', { reason: 'network' });
  return session;
}

/** A linked device of WhatsApp, by a library that is installed apart. */
export function createWhatsappWebConnector(load: LoadLibrary, pace: Pace): Connector {
  return {
    type: 'whatsapp-web',
    descriptor: whatsappWebDescriptor,
    environment: whatsappWebEnvironment,
    secretFields: whatsappWebSecretFields,
    receive,
    parse,
    async send(message, channel, io) {
      const session = io.sessions.find(channel.id);
      if (session) return await session.send(message);
      const { sentParts } = message;
      return { kind: 'retry', afterMs: null, reason: 'network', sentParts, scope: 'message' };
    },
    sendTyping: async (chatId, channel, io) => requireSession(io, channel.id).sendTyping(chatId),
    fetchMedia: async (vendorRef, channel, io) => requireSession(io, channel.id).fetchMedia(vendorRef),
    fetchProfile: async (person, channel, io) => requireSession(io, channel.id).fetchProfile(person),
    connect: { steps, check, prepare, activate, deactivate },
    session: { open: createSessionOpener(load, pace), isInstalled: () => hasLibrary(load) },
  };
}

export const whatsappWebConnector = createWhatsappWebConnector(loadBaileys, usualPace);
