import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type FromPlatform, fromPlatform, type WireNode } from './frames.ts';
import {
  addTransactions,
  createMutex,
  type KeyStore,
  makeRepository,
  type SignalKeys,
  type SignalRepository,
} from './signal-keys.ts';
import type { Dial, Wire } from './wire.ts';
import { Boom } from './world.ts';

type Creds = { advSecretKey: string; registered: boolean; me?: { id: string; lid: string; name: string } };
type LidMapping = SignalRepository['lidMapping'];
export type SocketConfig = {
  auth: { creds: Creds; keys: KeyStore };
  browser: unknown;
  markOnlineOnConnect: boolean;
  shouldIgnoreJid(jid: string): boolean;
  getMessage(key: { id: string }): Promise<unknown>;
  makeSignalRepository?(
    auth: { creds: Creds; keys: SignalKeys },
    logger: unknown,
    mapping: LidMapping,
  ): SignalRepository;
};
/** As the library hands a message to `ws` before it reads it. */
type Node = {
  tag: 'message';
  attrs: Record<string, string>;
  content: { tag: 'enc'; attrs: object; content: Uint8Array }[];
};
type Key = { remoteJid: string; remoteJidAlt: string | undefined; fromMe: boolean; id: string };
type Message = { key: Key; messageTimestamp: number; pushName: string | undefined; message?: Record<string, unknown> };

/** Between a receipt and the event of its message: the library collects events, up to 100 ms where many come. */
const EVENTS_AFTER_MS = 20;

/** The shape of the library Baileys over a simulated platform. */
export function createLibrary(dial: Dial, nextSecret: () => string) {
  const makeSignalRepository: NonNullable<SocketConfig['makeSignalRepository']> = (auth, _logger, mapping) =>
    makeRepository(auth, mapping);
  return {
    default: (config: SocketConfig) =>
      openSocket(dial(), { ...config, makeSignalRepository: config.makeSignalRepository ?? makeSignalRepository }),
    DEFAULT_CONNECTION_CONFIG: { makeSignalRepository },
    initAuthCreds: (): Creds => ({ advSecretKey: nextSecret(), registered: false }),
    makeCacheableSignalKeyStore: (store: KeyStore) => store,
    Browsers: { ubuntu: (browser: string) => ['Ubuntu', browser, '22.04.4'] },
    BufferJSON: {
      replacer: (_key: string, value: unknown) => value,
      reviver: (_key: string, value: unknown) => value,
    },
    proto: {
      WebMessageInfo: { fromObject: (value: unknown) => value },
      VerifiedNameCertificate: { decode: () => ({}), Details: { decode: () => ({}) } },
      Message: {
        fromObject: (value: unknown) => value,
        decode: (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8')),
        AppStateSyncKeyData: { fromObject: (value: unknown) => value },
      },
    },
    decodeMessageNode,
    cleanMessage: () => undefined,
    normalizeMessageContent: (content: unknown) => content,
    unpadRandomMax16: unpad,
    downloadMediaMessage: (message: unknown, kind: string, _options: unknown, context: Reupload) =>
      download(dial, { message, kind, context }),
  };
}

const unpad = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - (bytes.at(-1) ?? 0));

function decodeMessageNode({ attrs }: Node, meId: string, meLid: string): { fullMessage: Message } {
  const { from = '', recipient, id = '', t, notify } = attrs;
  const fromMe = [meId, meLid].some((own) => own.replace(/:\d+@/, '@') === from);
  const key = { remoteJid: recipient ?? from, remoteJidAlt: attrs.sender_pn, fromMe, id };
  return { fullMessage: { key, messageTimestamp: Number(t), pushName: notify } };
}

type Reupload = { reuploadRequest(message: unknown): Promise<unknown> };

const withMedia = z.object({
  message: z.record(z.string(), z.object({ mediaKey: z.string(), directPath: z.string() })),
});

const fileAnswer = z.object({ content: z.string().nullable(), isOnPhone: z.boolean() });

async function download(
  dial: Dial,
  { message, kind, context }: { message: unknown; kind: string; context: Reupload },
): Promise<AsyncIterable<Uint8Array>> {
  if (kind !== 'stream') throw new TypeError('Only streams are simulated');
  const [part] = Object.values(withMedia.parse(message).message);
  const wire = dial();
  const { call, read } = createCalls(wire);
  wire.onFrame((frame) => read(fromPlatform.parse(frame)));
  try {
    const ask = async (isSecond: boolean) =>
      fileAnswer.parse(await call('file', { mediaKey: part?.mediaKey ?? '', isSecond }));
    let found = await ask(false);
    if (found.content === null) {
      await context.reuploadRequest(message);
      if (!found.isOnPhone) throw new Boom('Failed to re-upload media', 404);
      found = await ask(true);
    }
    const bytes = Buffer.from(found.content ?? '', 'base64');
    return Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]);
  } finally {
    wire.close();
  }
}

/** What is asked of the platform, and its answers. */
function createCalls(wire: Wire) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let isOver = false;
  const fail = () => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(new Boom('Connection Closed', 428));
    waiting.clear();
  };
  return {
    fail,
    async call(name: string, input: unknown): Promise<unknown> {
      // As the library does: nothing waits for an answer over a connection that has ended.
      if (isOver) throw new Boom('Connection Closed', 428);
      const place = waiting.size === 0 ? 1 : Math.max(...waiting.keys()) + 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(place, answer);
      wire.send({ kind: 'call', place, name, input });
      return await answer.promise;
    },
    read(frame: FromPlatform): void {
      if (frame.kind !== 'answer') return;
      const answer = waiting.get(frame.place);
      waiting.delete(frame.place);
      const { failure } = frame;
      if (failure === null) answer?.resolve(frame.value);
      else
        answer?.reject(
          failure.code === null ? new TypeError(failure.message) : new Boom(failure.message, failure.code),
        );
    },
  };
}

type Running = {
  config: SocketConfig;
  wire: Wire;
  ws: EventEmitter;
  repository: SignalRepository;
  isOver(): boolean;
  emit(name: string, news: unknown): void;
};

function openSocket(wire: Wire, config: SocketConfig & Required<Pick<SocketConfig, 'makeSignalRepository'>>) {
  const { creds } = config.auth;
  const [ev, ws] = [new EventEmitter(), new EventEmitter()];
  const calls = createCalls(wire);
  let isEnded = false;
  const emit = (name: string, news: unknown) => void (isEnded || ev.emit(name, news));
  const end = (code: number, message: string) => {
    calls.fail();
    emit('connection.update', {
      connection: 'close',
      lastDisconnect: { error: new Boom(message, code), date: new Date() },
    });
    isEnded = true;
    wire.close();
  };
  const ask = async (jid: string) =>
    z
      .string()
      .nullable()
      .parse(await calls.call('address', jid));
  const mapping = { getLIDForPN: ask, getPNForLID: ask };
  const auth = { creds, keys: addTransactions(config.auth.keys) };
  const repository = config.makeSignalRepository(auth, undefined, mapping);
  const running: Running = { config, wire, ws, repository, emit, isOver: () => isEnded };
  const readMessage = createReader(running);
  ws.on('CB:message', readMessage);
  wire.onClose(() => end(428, 'Connection Closed'));
  queueMicrotask(() => {
    emit('connection.update', { connection: 'connecting' });
    wire.send({ kind: 'hello', secret: creds.advSecretKey, isLinked: creds.me !== undefined });
    wire.onFrame((given) => {
      if (isEnded) return;
      const frame = fromPlatform.parse(given);
      switch (frame.kind) {
        case 'code':
          return emit('connection.update', { qr: frame.ref });
        case 'linked':
          emit('creds.update', { me: frame.me, registered: true });
          return emit('connection.update', { isNewLogin: true });
        case 'open':
          return emit('connection.update', { connection: 'open' });
        case 'close':
          return end(frame.code, frame.message);
        case 'message':
          return void ws.emit('CB:message', nodeOf(frame.node));
        case 'news':
          return emit(frame.event, frame.given);
        case 'answer':
          return calls.read(frame);
      }
    });
  });
  return {
    user: creds.me,
    ev,
    ws,
    signalRepository: repository,
    ...methodsOf(calls.call),
    end() {
      isEnded = true;
      calls.fail();
      wire.close();
    },
    logout: async () => void (await calls.call('leave', null)),
  };
}

const nodeOf = ({ attrs, type, ciphertext }: WireNode): Node => ({
  tag: 'message',
  attrs,
  content: [{ tag: 'enc', attrs: { type, v: '2' }, content: Buffer.from(ciphertext, 'base64') }],
});

/**
 * As `handleMessage` of the library (`lib/Socket/messages-recv.js`, 7.0.0-rc14, read 2026-11-23): one message at a time is
 * decrypted, which stores the keys; then its receipt leaves; only then it is handed out, and nobody waits for who gets it.
 */
function createReader({ config, wire, repository, emit, isOver }: Running): (node: Node) => void {
  const mutex = createMutex();
  const handOut = createMutex();
  const later = (event: string, news: unknown) =>
    void handOut(async () => {
      await sleep(EVENTS_AFTER_MS);
      emit(event, news);
    });
  return (node) =>
    void mutex(async () => {
      const { id: meId = '', lid: meLid = '' } = config.auth.creds.me ?? {};
      const { fullMessage } = decodeMessageNode(node, meId, meLid);
      const { key } = fullMessage;
      if (config.shouldIgnoreJid(key.remoteJid)) return wire.send({ kind: 'receipt', id: key.id });
      const [enc] = node.content;
      const type = node.attrs.offline === undefined ? 'notify' : 'append';
      try {
        const given = { jid: key.remoteJid, type: 'msg', ciphertext: enc?.content ?? new Uint8Array() };
        fullMessage.message = JSON.parse(Buffer.from(unpad(await repository.decryptMessage(given))).toString('utf8'));
      } catch {
        if (isOver()) return;
        wire.send({ kind: 'retry', id: key.id });
        later('messages.upsert', { type, messages: [{ ...fullMessage, messageStubType: 'CIPHERTEXT' }] });
        return;
      }
      wire.send({ kind: 'receipt', id: key.id });
      later('messages.upsert', { type, messages: [fullMessage] });
      const change = readChange(fullMessage);
      if (change) later('messages.update', [change]);
    });
}

const protocolMessage = z.object({
  protocolMessage: z.object({
    type: z.number(),
    key: z.object({ id: z.string() }),
    editedMessage: z.unknown(),
    timestampMs: z.number().optional(),
  }),
});
const REVOKE = 0;

/** As `processMessage` of the library: an edit and a removal are updates of another message. */
function readChange({ key, message }: Message): object | undefined {
  const found = protocolMessage.safeParse(message).data?.protocolMessage;
  if (!found) return undefined;
  const of = { ...key, id: found.key.id };
  if (found.type === REVOKE) return { key: of, update: { message: null, messageStubType: 1, key } };
  const messageTimestamp = Math.floor((found.timestampMs ?? 0) / 1000);
  return { key: of, update: { message: { editedMessage: { message: found.editedMessage } }, messageTimestamp } };
}

const plain = (content: unknown): unknown =>
  JSON.parse(
    JSON.stringify(content, (_key, value: unknown) =>
      // A Buffer is JSON of its own by then.
      z.object({ type: z.literal('Buffer') }).safeParse(value).success ? 'bytes' : value,
    ),
  );

function methodsOf(call: (name: string, input: unknown) => Promise<unknown>) {
  return {
    sendMessage: (jid: string, content: unknown, options: unknown) =>
      call('send', { jid, content: plain(content), options: plain(options) }),
    sendPresenceUpdate: async (kind: string, jid?: string) =>
      void (kind === 'composing' && (await call('typing', jid ?? ''))),
    requestPairingCode: async (phone: string) => z.string().parse(await call('pair', phone)),
    async updateMediaMessage(message: unknown) {
      await call('reupload', null);
      return message;
    },
  };
}
