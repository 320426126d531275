import type { SimulatedPlatform } from '../simulated-platform.ts';
import { buildSamplePhoto, buildSampleVoice, fillUp } from '../telegram/customers/sample-media.ts';
import { createLibrary, hiddenOf } from './library.ts';
import { type Attachment, chatWith, createWorld, newId, openConnection, type World } from './world.ts';

export type WhatsappWebDouble = SimulatedPlatform & {
  /** In the place of the library that the product loads. */
  load(): Promise<unknown>;
  number: string;
  ledger: World['ledger'];
  /** The owner scans the picture, or types the code. False where none is shown. */
  scan(): boolean;
  /** Nobody scanned in time. */
  expireCode(): void;
  /** The connection ends, as the platform or the network ends it. */
  drop(code: number): void;
  /** Another program opens the same link. */
  replace(): void;
  /** The phone is another one from now on. */
  changeNumber(number: string): void;
  isConnected(): boolean;
  linkCount(): number;
  customerEdits(edit: { from: { id: string }; messageId: string; text: string }): void;
  customerDeletes(removal: { from: { id: string }; messageId: string }): void;
  customerReads(reading: { from: { id: string }; messageId: string }): void;
  /** The owner answers in the phone. */
  phoneSends(message: { to: string; text: string }): void;
  idsOf(customerId: string): string[];
};

const samples: Record<Attachment, () => { name: string; mimetype: string; bytes: Uint8Array; more: object }> = {
  photo: () => ({ name: 'imageMessage', mimetype: 'image/png', bytes: buildSamplePhoto().bytes, more: {} }),
  voice: () => ({
    name: 'audioMessage',
    mimetype: 'audio/ogg; codecs=opus',
    bytes: buildSampleVoice().bytes,
    more: { ptt: true, seconds: 3 },
  }),
  file: () => ({
    name: 'documentMessage',
    mimetype: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4\n%%EOF'),
    more: { fileName: 'план.pdf' },
  }),
  video: () => ({ name: 'videoMessage', mimetype: 'video/mp4', bytes: Buffer.from('....ftypmp42'), more: {} }),
};

/** WhatsApp Web as a linked device meets it, within this process: its protocol is too deep to be played on the wire. */
export function startWhatsappWebDouble({ now = () => new Date() }: { now?: () => Date } = {}): WhatsappWebDouble {
  const world = createWorld(now);
  const library = createLibrary(world);
  const linking = () =>
    world.connections.findLast(({ secret, ev }) => secret === '' && ev.listenerCount('connection.update') > 0);
  const closeAll = (code: number) => {
    for (const connection of world.connections) if (connection.isOpen) connection.close(code);
  };
  const update = (news: object) => openConnection(world)?.ev.emit('messages.update', [news]);
  return {
    url: 'https://web.whatsapp.com',
    environment: {},
    credentials: {},
    ledger: world.ledger,
    get number() {
      return world.number;
    },
    load: async () => library,
    scan() {
      const connection = linking();
      connection?.link();
      return connection !== undefined;
    },
    expireCode: () => linking()?.close(408, 'QR refs attempts ended'),
    drop: closeAll,
    replace: () => closeAll(440),
    changeNumber(number) {
      world.number = number;
    },
    isConnected: () => openConnection(world) !== undefined,
    linkCount: () => world.links.size,
    customerSends: (message) => send(world, message),
    conversation: (customerId) =>
      chatWith(world, customerId).map(({ author, text, attachment }) => ({ author, text, attachment })),
    idsOf: (customerId) => chatWith(world, customerId).map(({ id }) => id),
    customerEdits({ from, messageId, text }) {
      const key = { remoteJid: hiddenOf(from.id), id: messageId, fromMe: false };
      const message = { editedMessage: { message: { conversation: text } } };
      update({ key, update: { message, messageTimestamp: seconds(world) } });
    },
    customerDeletes({ from, messageId }) {
      const key = { remoteJid: hiddenOf(from.id), id: messageId, fromMe: false };
      update({ key, update: { message: null, messageStubType: 1 } });
    },
    customerReads({ from, messageId }) {
      update({ key: { remoteJid: hiddenOf(from.id), id: messageId, fromMe: true }, update: { status: 4 } });
    },
    phoneSends({ to, text }) {
      const id = newId(world);
      chatWith(world, to).push({ author: 'business', id, text, attachment: null, quoted: null });
      const key = { remoteJid: hiddenOf(to), id, fromMe: true };
      deliver(world, { key, pushName: 'Мебель', messageTimestamp: seconds(world), message: { conversation: text } });
    },
    fail(fault, times = 1) {
      if (fault !== 'revoked') return void world.faults.set(fault, times);
      world.links.clear();
      closeAll(401);
    },
    repair: () => world.faults.clear(),
    async close() {
      closeAll(428);
    },
  };
}

const seconds = (world: World): number => Math.floor(world.now().getTime() / 1000);

function send(
  world: World,
  { from, text = '', attachment, size }: Parameters<SimulatedPlatform['customerSends']>[0],
): void {
  world.people.set(from.id, { name: from.name });
  const id = newId(world);
  chatWith(world, from.id).push({ author: 'customer', id, text, attachment: attachment ?? null, quoted: null });
  const key = { remoteJid: hiddenOf(from.id), remoteJidAlt: `${from.id}@s.whatsapp.net`, id, fromMe: false };
  const message = attachment === undefined ? { conversation: text } : mediaOf(world, { id, text, attachment, size });
  deliver(world, { key, pushName: from.name, messageTimestamp: seconds(world), message });
}

function mediaOf(
  world: World,
  { id, text, attachment, size }: { id: string; text: string; attachment: Attachment; size: number | undefined },
): object {
  const { name, mimetype, bytes, more } = fillUp(samples[attachment](), size);
  const mediaKey = Buffer.from(id).toString('base64');
  world.files.set(mediaKey, bytes);
  const caption = text === '' || attachment === 'voice' ? {} : { caption: text };
  const place = { url: 'https://mmg.whatsapp.net/v/t62/1.enc', directPath: `/v/t62/${id}.enc`, mediaKey };
  return { [name]: { mimetype, fileLength: String(bytes.length), ...place, ...caption, ...more } };
}

/** To whoever is connected; else it waits at the platform. */
function deliver(world: World, message: Record<string, unknown>): void {
  const connection = openConnection(world);
  if (connection) connection.ev.emit('simulated.message', { message, type: 'notify' });
  else if (world.links.size > 0) world.waiting.push(message);
}
