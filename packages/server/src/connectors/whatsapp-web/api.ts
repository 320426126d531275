import { z } from 'zod';
import { ConnectorError } from '../port.ts';
import { type SessionKeys, SessionKeysError } from '../session-port.ts';
import { isHidden, personOf } from './payload.ts';

/**
 * What is used of the library Baileys, 7.0.0-rc14: https://github.com/WhiskeySockets/Baileys, read 2026-11-23. It is
 * installed apart (a library under it is GPL-3.0), so its types stand here.
 */
export type WaKey = {
  remoteJid?: string | null;
  id?: string | null;
  fromMe?: boolean | null;
  participant?: string | null;
};
export type WaCreds = { me?: { id: string; lid?: string; name?: string }; registered?: boolean } & Record<
  string,
  unknown
>;
export type WaKeyData = Record<string, Record<string, unknown>>;

/** A message as it stands on the wire: https://github.com/WhiskeySockets/Baileys#websocket-events */
export type WaNode = {
  tag: string;
  attrs: Record<string, string>;
  content?: readonly { tag: string; content?: unknown }[] | string | Uint8Array;
};
export type WaMessage = { key: WaKey; verifiedBizName?: string | null; message?: unknown } & Record<string, unknown>;
/** The keys as the library uses them: what one transaction writes is stored by one `set`, at its end. */
export type WaKeyStore = {
  set(data: WaKeyData): Promise<void>;
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>;
};
export type SignalRepository = {
  decryptMessage(given: { jid: string; type: string; ciphertext: Uint8Array }): Promise<Uint8Array>;
};

export type WaSocket = {
  ws: { prependListener(event: string, listener: (node: WaNode) => void): void };
  user?: { id: string; lid?: string; name?: string } | undefined;
  ev: { on(event: string, listener: (news: unknown) => void): void; removeAllListeners(event: string): void };
  signalRepository: {
    lidMapping: {
      getPNForLID(lid: string): Promise<string | null | undefined>;
      getLIDForPN(pn: string): Promise<string | null | undefined>;
    };
  };
  sendMessage(jid: string, content: Record<string, unknown>, options: Record<string, unknown>): Promise<unknown>;
  sendPresenceUpdate(kind: string, jid?: string): Promise<void>;
  requestPairingCode(phone: string): Promise<string>;
  updateMediaMessage(message: unknown): Promise<unknown>;
  logout(): Promise<void>;
  end(error: Error | undefined): unknown;
};

type Coder = { fromObject(value: unknown): unknown };
type Content = { deviceSentMessage?: { message?: unknown } | null };
type BusinessName = {
  decode(bytes: Uint8Array): { details?: Uint8Array | null };
  Details: { decode(bytes: Uint8Array): { verifiedName?: string | null } };
};

export type WaLibrary = {
  default(config: Record<string, unknown>): WaSocket;
  initAuthCreds(): WaCreds;
  BufferJSON: { replacer(key: string, value: unknown): unknown; reviver(key: string, value: unknown): unknown };
  Browsers: { ubuntu(browser: string): unknown };
  DEFAULT_CONNECTION_CONFIG: {
    makeSignalRepository(auth: { creds: unknown; keys: WaKeyStore }, ...more: unknown[]): SignalRepository;
  };
  decodeMessageNode(node: WaNode, meId: string, meLid: string): { fullMessage: WaMessage };
  cleanMessage(message: WaMessage, meId: string, meLid: string): void;
  normalizeMessageContent(content: unknown): unknown;
  unpadRandomMax16(bytes: Uint8Array): Uint8Array;
  proto: {
    WebMessageInfo: Coder;
    Message: Coder & { AppStateSyncKeyData: Coder; decode(bytes: Uint8Array): Content };
    VerifiedNameCertificate: BusinessName;
  };
  makeCacheableSignalKeyStore(store: unknown, logger: unknown): unknown;
  downloadMediaMessage(
    message: unknown,
    kind: 'stream',
    options: Record<string, unknown>,
    context: { logger: unknown; reuploadRequest(message: unknown): Promise<unknown> },
  ): Promise<AsyncIterable<Uint8Array>>;
};

/** How the library is found: not a dependency, so its absence is an answer and no failure of the program. */
export type LoadLibrary = () => Promise<unknown>;

const LIBRARY = 'baileys';
export const loadBaileys: LoadLibrary = () => import(LIBRARY);

const FUNCTIONS = [
  'default',
  'initAuthCreds',
  'makeCacheableSignalKeyStore',
  'downloadMediaMessage',
  'decodeMessageNode',
  'cleanMessage',
  'normalizeMessageContent',
  'unpadRandomMax16',
] as const;

function isLibrary(value: unknown): value is WaLibrary {
  if (typeof value !== 'object' || value === null) return false;
  const names = new Map<string, unknown>(Object.entries(value));
  return (
    FUNCTIONS.every((name) => typeof names.get(name) === 'function') && names.has('proto') && names.has('BufferJSON')
  );
}

/** Throws ConnectorError `unsupported` where it is not installed. */
export async function requireLibrary(load: LoadLibrary): Promise<WaLibrary> {
  const library: unknown = await load().catch((cause: unknown) => {
    throw new ConnectorError('unsupported', { reason: 'library_missing', cause });
  });
  if (!isLibrary(library)) throw new ConnectorError('unsupported', { reason: 'library_missing' });
  return library;
}

export async function hasLibrary(load: LoadLibrary): Promise<boolean> {
  return isLibrary(await load().catch(() => undefined));
}

const nothing = () => undefined;
/** Its log quotes messages and numbers. */
export const silentLog: Record<string, unknown> = {
  level: 'silent',
  child: () => silentLog,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

/** A thing of the library as plain JSON: bytes as base64, numbers of 64 bits as text. */
export function toPlain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (inner instanceof Uint8Array) return Buffer.from(inner).toString('base64');
    if (isBufferJson(inner))
      return typeof inner.data === 'string' ? inner.data : Buffer.from(inner.data).toString('base64');
    return isLong(inner) ? String((BigInt(inner.high) << 32n) + BigInt(inner.low >>> 0)) : inner;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

function isBufferJson(value: unknown): value is { type: 'Buffer'; data: string | number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}

function isLong(value: unknown): value is { low: number; high: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'low' in value &&
    'high' in value &&
    typeof value.low === 'number' &&
    typeof value.high === 'number'
  );
}

const CREDS = { type: 'creds', id: '' };
/** `hasFailed`: a key could not be read or stored, which the library takes for a message that it cannot read. */
export type Auth = { creds: WaCreds; isStored: boolean; store: unknown; save(): Promise<void>; hasFailed(): boolean };

/** The credentials of the link, and the keys of its chats. */
export async function openAuth(
  { BufferJSON, initAuthCreds, proto }: WaLibrary,
  keys: SessionKeys,
  onFailed: () => void,
): Promise<Auth> {
  const write = (value: unknown) => JSON.stringify(value, BufferJSON.replacer);
  const read = (text: string) => JSON.parse(text, BufferJSON.reviver);
  const stored = (await keys.read(CREDS.type, [CREDS.id]))[CREDS.id];
  const creds: WaCreds = stored === undefined ? initAuthCreds() : readCreds(() => read(stored));
  let hasFailed = false;
  const noteFailure = (error: unknown): never => {
    hasFailed = true;
    onFailed();
    throw error;
  };
  return {
    creds,
    isStored: stored !== undefined,
    hasFailed: () => hasFailed,
    store: {
      async get(type: string, ids: string[]) {
        const found = Object.entries(await keys.read(type, ids).catch(noteFailure));
        const revive = (text: string) =>
          type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(read(text)) : read(text);
        return Object.fromEntries(found.map(([id, text]) => [id, revive(text)]));
      },
      async set(data: WaKeyData) {
        const values = Object.entries(data).flatMap(([type, ofType]) =>
          Object.entries(ofType ?? {}).map(([id, value]) => ({ type, id, value: value ? write(value) : null })),
        );
        await keys.write(values).catch(noteFailure);
      },
    },
    save: () => keys.write([{ ...CREDS, value: write(creds) }]),
  };
}

/** What must be in them the library knows. */
const isCreds = (value: unknown): value is WaCreds =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readCreds(read: () => unknown): WaCreds {
  let cause: unknown;
  try {
    const stored = read();
    if (isCreds(stored)) return stored;
  } catch (error) {
    cause = error;
  }
  throw new SessionKeysError('The stored credentials cannot be read', { cause });
}

const SENT = 'sent';
const sentRow = z.object({ ownKey: z.string(), message: z.record(z.string(), z.unknown()).nullable() });
export type Sent = ReturnType<typeof createSent>;

/** What went out under our own numbers, and whether the platform said that it has it. */
export function createSent(keys: SessionKeys) {
  const acked = (id: string) => `${id}:acked`;
  const rowOf = async (id: string) => {
    const text = (await keys.read(SENT, [id]))[id];
    return text === undefined ? undefined : sentRow.parse(JSON.parse(text));
  };
  return {
    ownKeyOf: async (id: string) => (await rowOf(id))?.ownKey ?? null,
    messageOf: async (id: string) => (await rowOf(id))?.message ?? undefined,
    isAcked: async (id: string) => acked(id) in (await keys.read(SENT, [acked(id)])),
    noteAcked: (id: string) => keys.write([{ type: SENT, id: acked(id), value: '1' }]),
    note: (id: string, row: z.infer<typeof sentRow>) => keys.write([{ type: SENT, id, value: JSON.stringify(row) }]),
  };
}

const PAIR = 'pair';
const MAX_PAIRS = 5000;
export type Address = { jid: string; alt: string | null; isNewPair: boolean };
export type Addresses = {
  find(jid: string, alt: string | null): Promise<Address>;
  /** That the chat has gone over to its hidden address was told: once is enough. */
  notePair(pair: Pick<Address, 'jid' | 'alt'>): Promise<void>;
};

/** Customers have a number and a hidden address; chats stand under the hidden one as soon as it is known. */
export function createAddresses({ signalRepository: { lidMapping } }: WaSocket, keys: SessionKeys): Addresses {
  const seen = new Set<string>();
  const ask = async (asked: Promise<string | null | undefined>) => personOf(await asked.catch(() => null)) ?? null;
  const remember = (lid: string) => {
    if (seen.size >= MAX_PAIRS) seen.clear();
    seen.add(lid);
  };
  return {
    async find(jid, alt) {
      const known = [jid, ...(alt === null ? [] : [alt])];
      const lid = known.find(isHidden) ?? (await ask(lidMapping.getLIDForPN(jid)));
      if (lid === null) return { jid, alt: null, isNewPair: false };
      const number = known.find((one) => !isHidden(one)) ?? (await ask(lidMapping.getPNForLID(lid)));
      if (number === null || seen.has(lid)) return { jid: lid, alt: number, isNewPair: false };
      const isNewPair = (await keys.read(PAIR, [lid]))[lid] !== number;
      if (!isNewPair) remember(lid);
      return { jid: lid, alt: number, isNewPair };
    },
    async notePair({ jid, alt }) {
      remember(jid);
      await keys.write([{ type: PAIR, id: jid, value: alt }]);
    },
  };
}
