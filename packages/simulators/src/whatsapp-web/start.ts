import type { SimulatedPlatform } from '../simulated-platform.ts';
import { buildSamplePhoto, buildSampleVoice, fillUp } from '../telegram/customers/sample-media.ts';
import { createLibrary } from './library.ts';
import { acceptWire, write } from './platform.ts';
import { createWirePair, dialPort, listenForWires } from './wire.ts';
import { type Attachment, chatWith, createWorld, hiddenOf, newId, openConnection, type World } from './world.ts';

export type WhatsappWebDouble = SimulatedPlatform & {
  /** In the place of the library that the product loads. */
  load(): Promise<unknown>;
  /** For a product in a process of its own; gives the port for `loadWhatsappWebDouble`. */
  listen(): Promise<number>;
  number: string;
  ledger: World['ledger'];
  /** The owner scans this picture, or types the code that is shown last. False where none is shown. */
  scan(shown?: string): boolean;
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

let secrets = 0;
const nextSecret = () => `secret-${process.pid}-${secrets++}`;

/** In the place of the library, in a process other than the platform's. */
export const loadWhatsappWebDouble =
  (port: number): (() => Promise<unknown>) =>
  async () =>
    createLibrary(dialPort(port), nextSecret);

const REVOKE = 0;
const MESSAGE_EDIT = 14;

/** WhatsApp Web as a linked device meets it: the library's shape over a platform, because its protocol is too deep to be played. */
export function startWhatsappWebDouble({ now = () => new Date() }: { now?: () => Date } = {}): WhatsappWebDouble {
  const world = createWorld(now);
  const library = createLibrary(() => {
    const [own, other] = createWirePair();
    acceptWire(world, other);
    return own;
  }, nextSecret);
  let listening: ReturnType<typeof listenForWires> | undefined;
  const linking = (shown?: string) =>
    world.connections.findLast(
      ({ isLinked, isOver, secret }) => !isLinked && !isOver && (shown === undefined || shown.endsWith(`,${secret}`)),
    );
  const closeAll = (code: number) => {
    for (const connection of world.connections) if (connection.isOpen) connection.close(code);
  };
  const scan = (shown?: string) => {
    const connection = linking(shown);
    connection?.link();
    return connection !== undefined;
  };
  return {
    url: 'https://web.whatsapp.com',
    environment: {},
    credentials: {},
    ledger: world.ledger,
    get number() {
      return world.number;
    },
    load: async () => library,
    async listen() {
      listening ??= listenForWires((wire) => acceptWire(world, wire));
      return (await listening).port;
    },
    scan,
    enter: async (shown) => scan(shown),
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
    customerEdits: ({ from, messageId, text }) =>
      writeAbout(world, from, {
        key: { id: messageId },
        type: MESSAGE_EDIT,
        editedMessage: { conversation: text },
        timestampMs: world.now().getTime(),
      }),
    customerDeletes: ({ from, messageId }) => writeAbout(world, from, { key: { id: messageId }, type: REVOKE }),
    customerReads: ({ from, messageId }) => tellRead(world, { user: from.id, messageId }),
    phoneSends({ to, text }) {
      const id = newId(world);
      chatWith(world, to).push({ author: 'business', id, text, attachment: null, quoted: null });
      write(world, { user: to, isFromPhone: true, id, name: 'Мебель', message: { conversation: text } });
    },
    fail(fault, times = 1) {
      if (fault !== 'revoked') return void world.faults.set(fault, times);
      world.links.clear();
      closeAll(401);
    },
    repair: () => world.faults.clear(),
    async close() {
      closeAll(428);
      (await listening)?.close();
    },
  };
}

function tellRead(world: World, { user, messageId: id }: { user: string; messageId: string }): void {
  const key = { remoteJid: hiddenOf(user), id, fromMe: true };
  openConnection(world)?.send({ kind: 'news', event: 'messages.update', given: [{ key, update: { status: 4 } }] });
}

/** A message of the customer's about another one. */
function writeAbout(world: World, { id: user }: { id: string }, protocolMessage: Record<string, unknown>): void {
  write(world, { user, name: world.people.get(user)?.name ?? '', message: { protocolMessage } });
}

function send(
  world: World,
  { from, text = '', attachment, size }: Parameters<SimulatedPlatform['customerSends']>[0],
): void {
  world.people.set(from.id, { name: from.name });
  const id = newId(world);
  chatWith(world, from.id).push({ author: 'customer', id, text, attachment: attachment ?? null, quoted: null });
  const message = attachment === undefined ? { conversation: text } : mediaOf(world, { id, text, attachment, size });
  write(world, { user: from.id, id, name: from.name, message });
}

function mediaOf(
  world: World,
  { id, text, attachment, size }: { id: string; text: string; attachment: Attachment; size: number | undefined },
): Record<string, unknown> {
  const { name, mimetype, bytes, more } = fillUp(samples[attachment](), size);
  const mediaKey = Buffer.from(id).toString('base64');
  world.files.set(mediaKey, bytes);
  const caption = text === '' || attachment === 'voice' ? {} : { caption: text };
  const place = { url: 'https://mmg.whatsapp.net/v/t62/1.enc', directPath: `/v/t62/${id}.enc`, mediaKey };
  return { [name]: { mimetype, fileLength: String(bytes.length), ...place, ...caption, ...more } };
}
