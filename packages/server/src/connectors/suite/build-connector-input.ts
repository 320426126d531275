import { createOutboundFetch, createVendorFetch } from '../../platform/outbound/index.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import type { ConnectorChannel, ConnectorIo, OutboundFile, OutboundMessage } from '../port.ts';
import { createOpenSessions } from '../session-port.ts';

/** A channel without credentials. */
export const plainChannel: ConnectorChannel = {
  id: '01936f2a-0000-7000-8000-000000000001',
  identity: 'sample',
  credentials: {},
};

const vendorFetch = createVendorFetch({ clock: systemClock });
/** Files of the simulators lie on this machine. */
const fetchLink = createOutboundFetch({ isPrivateAddressAllowed: true });

/** Effects of a test: real time and real calls unless told otherwise. */
export function makeIo(options: Partial<ConnectorIo>): ConnectorIo {
  const fetch = options.clock ? createVendorFetch({ clock: options.clock }) : vendorFetch;
  const sessions = createOpenSessions();
  return {
    fetch,
    fetchLink,
    vendorUrls: {},
    vendorKeys: {},
    publicUrl: null,
    sessions,
    clock: systemClock,
    random: systemRandom,
    ...options,
  };
}

/** A message with nothing in it but what is given. */
export function buildMessage(fields: Partial<OutboundMessage>): OutboundMessage {
  const nothing = {
    chatId: '1',
    text: '',
    choices: null,
    endsChoices: false,
    template: null,
    photos: [],
    files: [],
    replyToVendorId: null,
    isLate: false,
    sentParts: [],
  };
  return { ...nothing, idempotencyKey: '01936f2a-0000-7000-8000-0000000000ff', ...fields };
}

/** The shortest picture. */
export function buildPhoto(): OutboundFile {
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  return {
    fileId: 'f1',
    contentType: 'image/jpeg',
    name: 'фото.jpg',
    size: bytes.length,
    read: async () => bytes,
    url: 'https://otvet.example/files/f1.jpg',
  };
}

/** A small document. */
export function buildFile(): OutboundFile {
  const bytes = Buffer.from('%PDF-1.4');
  return {
    fileId: 'f2',
    contentType: 'application/pdf',
    name: 'прайс.pdf',
    size: bytes.length,
    read: async () => bytes,
    url: 'https://otvet.example/files/f2.pdf',
  };
}

/** The text with another last byte. */
export function flipByte(value: string): string {
  const last = value.length - 1;
  return value.slice(0, last) + String.fromCharCode(value.charCodeAt(last) ^ 1);
}
