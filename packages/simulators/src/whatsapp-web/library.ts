import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { Boom, type Connection, chatWith, playFault, type World } from './world.ts';

type Creds = { advSecretKey: string; registered: boolean; me?: { id: string; lid: string; name: string } };
type Keys = {
  get(type: string, ids: string[]): Promise<Record<string, { count: number }>>;
  set(data: Record<string, Record<string, unknown>>): Promise<void>;
};
export type SocketConfig = {
  auth: { creds: Creds; keys: Keys };
  browser: unknown;
  markOnlineOnConnect: boolean;
  shouldIgnoreJid(jid: string): boolean;
  getMessage(key: { id: string }): Promise<unknown>;
};

/** The shape of the library Baileys over a simulated platform: one event emitter, no network. */
export function createLibrary(world: World) {
  return {
    default: (config: SocketConfig) => openSocket(world, config),
    initAuthCreds: (): Creds => ({ advSecretKey: `secret-${world.nextId++}`, registered: false }),
    makeCacheableSignalKeyStore: (store: Keys) => store,
    Browsers: { ubuntu: (browser: string) => ['Ubuntu', browser, '22.04.4'] },
    BufferJSON: {
      replacer: (_key: string, value: unknown) => value,
      reviver: (_key: string, value: unknown) => value,
    },
    proto: {
      WebMessageInfo: { fromObject: (value: unknown) => value },
      Message: {
        fromObject: (value: unknown) => value,
        AppStateSyncKeyData: { fromObject: (value: unknown) => value },
      },
    },
    downloadMediaMessage: (message: unknown, kind: string, _options: unknown, context: Reupload) =>
      download(world, { message, kind, context }),
  };
}

type Reupload = { reuploadRequest(message: unknown): Promise<unknown> };

const withMedia = z.object({
  message: z.record(z.string(), z.object({ mediaKey: z.string(), directPath: z.string() })),
});

/** Files lie at the platform for days; then the phone is asked to bring them again. */
async function download(
  world: World,
  { message, kind, context }: { message: unknown; kind: string; context: Reupload },
): Promise<AsyncIterable<Uint8Array>> {
  if (kind !== 'stream') throw new TypeError('Only streams are simulated');
  const [part] = Object.values(withMedia.parse(message).message);
  if (playFault(world, 'expired-media')) {
    await context.reuploadRequest(message);
    if (playFault(world, 'expired-media')) throw new Boom('Failed to re-upload media', 404);
  }
  // The phone does not have it any more either.
  if (playFault(world, 'missing-media')) {
    await context.reuploadRequest(message);
    throw new Boom('Failed to re-upload media', 404);
  }
  const bytes = world.files.get(part?.mediaKey ?? '');
  if (!bytes) throw new Boom('Failed to fetch stream', 410);
  return Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]);
}

function openSocket(world: World, config: SocketConfig) {
  const { creds } = config.auth;
  const ev = new EventEmitter();
  let isEnded = false;
  const emit = (name: string, news: unknown) => {
    if (!isEnded) ev.emit(name, news);
  };
  const connection: Connection = {
    ev,
    secret: creds.me ? creds.advSecretKey : '',
    isOpen: false,
    link() {
      const me = { id: `${world.number}:7@s.whatsapp.net`, lid: `${world.hiddenId}:7@lid`, name: 'Мебель на заказ' };
      world.links.add(creds.advSecretKey);
      emit('creds.update', { me, registered: true });
      emit('connection.update', { isNewLogin: true });
      connection.close(515, 'Stream Errored (restart required)');
    },
    close(code, message = `Closed with ${code}`) {
      connection.isOpen = false;
      const error = new Boom(message, code);
      emit('connection.update', { connection: 'close', lastDisconnect: { error, date: world.now() } });
      isEnded = true;
    },
  };
  world.connections.push(connection);
  world.ledger.opened += 1;
  queueMicrotask(() => {
    emit('connection.update', { connection: 'connecting' });
    if (connection.secret === '') emit('connection.update', { qr: `ref,noise,identity,${creds.advSecretKey}` });
    else void begin(world, { config, connection, emit }).catch(() => connection.close(500));
  });
  return {
    user: creds.me,
    ev,
    signalRepository: { lidMapping: lidMappingOf(world) },
    ...callsOf(world, { connection, emit }),
    end() {
      connection.isOpen = false;
      isEnded = true;
    },
    async logout() {
      world.links.delete(creds.advSecretKey);
      connection.close(401, 'Intentional Logout');
    },
  };
}

type Running = { config: SocketConfig; connection: Connection; emit(name: string, news: unknown): void };

async function begin(world: World, { config, connection, emit }: Running): Promise<void> {
  if (!world.links.has(connection.secret)) return connection.close(401, 'Connection Failure');
  // Two connections of one link: the older one goes.
  for (const other of world.connections)
    if (other !== connection && other.isOpen && other.secret === connection.secret)
      other.close(440, 'Stream Errored (conflict)');
  connection.isOpen = true;
  emit('connection.update', { connection: 'open' });
  connection.ev.on('simulated.message', (given: { message: Record<string, unknown>; type: string }) => {
    tail = tail.then(() => deliver(world, { config, connection, emit }, given)).catch(() => connection.close(500));
  });
  let tail: Promise<void> = Promise.resolve();
  for (const message of world.waiting.splice(0)) connection.ev.emit('simulated.message', { message, type: 'append' });
}

const SESSION_KEY = 'all';

/** Each message turns the keys on: a link whose keys are not the newest can read nothing more. */
async function deliver(
  world: World,
  { config, connection, emit }: Running,
  { message, type }: { message: Record<string, unknown>; type: string },
): Promise<void> {
  const known = (await config.auth.keys.get('session', [SESSION_KEY]))[SESSION_KEY]?.count ?? 0;
  if (known !== (world.readCounts.get(connection.secret) ?? 0)) {
    world.ledger.undecryptable += 1;
    emit('messages.upsert', { type, messages: [{ ...message, message: undefined, messageStubType: 'CIPHERTEXT' }] });
    return;
  }
  await config.auth.keys.set({ session: { [SESSION_KEY]: { count: known + 1 } } });
  world.readCounts.set(connection.secret, known + 1);
  emit('messages.upsert', { type, messages: [message] });
}

const numberOf = (user: string) => `${user}@s.whatsapp.net`;
/** Every customer has a hidden address, made of the number so that a test can name it. */
export const hiddenOf = (user: string): string => `9${user}9@lid`;

function lidMappingOf(world: World) {
  const users = () => [...world.people.keys()];
  return {
    getLIDForPN: async (jid: string) => {
      const user = users().find((one) => numberOf(one) === jid);
      return user === undefined ? null : hiddenOf(user);
    },
    getPNForLID: async (jid: string) => {
      const user = users().find((one) => hiddenOf(one) === jid);
      return user === undefined ? null : numberOf(user);
    },
  };
}

const sending = z.strictObject({
  text: z.string().min(1).max(65_536).optional(),
  image: z.instanceof(Uint8Array).optional(),
  video: z.instanceof(Uint8Array).optional(),
  audio: z.instanceof(Uint8Array).optional(),
  document: z.instanceof(Uint8Array).optional(),
  caption: z.string().min(1).optional(),
  ptt: z.literal(true).optional(),
  mimetype: z.string().optional(),
  fileName: z.string().min(1).optional(),
});
const options = z.strictObject({
  messageId: z.string().regex(/^3EB0[0-9A-F]{18}$/),
  quoted: z.object({ key: z.object({ id: z.string() }) }).optional(),
});
const attachments = { image: 'photo', video: 'video', audio: 'voice', document: 'file' } as const;

function callsOf(world: World, { connection, emit }: Pick<Running, 'connection' | 'emit'>) {
  const requireOpen = () => {
    if (!connection.isOpen) throw new Boom('Connection Closed', 428);
  };
  return {
    async sendMessage(jid: string, content: unknown, given: unknown) {
      requireOpen();
      const { text, caption, ...media } = sending.parse(content);
      const { messageId: id, quoted } = options.parse(given);
      const user = [...world.people.keys()].find((one) => [numberOf(one), hiddenOf(one)].includes(jid));
      if (user === undefined) throw new Boom('not-acceptable', 406);
      if (playFault(world, 'rate-limited')) throw new Boom('rate-overlimit', 429);
      if (playFault(world, 'server-error')) throw new Boom('internal-server-error', 500);
      const [kind] = Object.entries(attachments).flatMap(([name, shown]) => (name in media ? [shown] : []));
      const chat = chatWith(world, user);
      // Clients show a number once.
      if (chat.some((entry) => entry.id === id)) world.ledger.resent.push(id);
      else
        chat.push({
          author: 'business',
          id,
          text: text ?? caption ?? '',
          attachment: kind ?? null,
          quoted: quoted?.key.id ?? null,
        });
      const key = { remoteJid: jid, id, fromMe: true };
      if (playFault(world, 'no-answer')) throw new Boom('Timed Out', 408);
      const sent = { key, message: { conversation: text ?? caption ?? '' }, status: 1 };
      emit('messages.upsert', { type: 'append', messages: [sent] });
      for (const status of [2, 3]) emit('messages.update', [{ key, update: { status } }]);
      return sent;
    },
    async sendPresenceUpdate(kind: string, jid?: string) {
      requireOpen();
      if (kind === 'composing') world.ledger.typing.push(jid ?? '');
    },
    async requestPairingCode(phone: string) {
      if (!/^\d{8,15}$/.test(phone)) throw new TypeError('Digits with the code of the country');
      return 'ABCD1234';
    },
    async updateMediaMessage(message: unknown) {
      world.ledger.reuploads += 1;
      return message;
    },
  };
}
