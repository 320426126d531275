import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SessionKeys } from '../session-port.ts';
import type { Auth, SignalRepository, WaKeyStore, WaLibrary, WaMessage, WaNode, WaSocket } from './api.ts';
import { personOf } from './payload.ts';

const ARRIVED = 'arrived';
/** How many messages may come again whose receipts were lost with one connection. */
const SLOTS = 32;
const SLOT_IDS = Array.from({ length: SLOTS }, (_, slot) => String(slot));
/** Beside the slots: up to which arrival everything is stored. */
const STORED_UP_TO = 'stored';

const row = z.object({
  number: z.number(),
  /** Of the encrypted bytes: the same bytes cannot be decrypted twice. */
  mark: z.string(),
  attrs: z.record(z.string(), z.string()),
  business: z.string().nullable(),
  /** In base64, as decrypted. */
  content: z.string(),
});
type Row = z.infer<typeof row>;

/** A message as the library would hand it out. */
export type Arrival = { type: 'notify' | 'append'; message: WaMessage };

type Given = {
  library: WaLibrary;
  auth: Auth;
  keys: SessionKeys;
  /** The connection cannot go on: nothing more may be acknowledged over it. */
  onLost(): void;
};

/** Resolves once the message is stored; false where it could not be. */
type Store = (arrival: Arrival) => Promise<boolean>;
export type Arrivals = Awaited<ReturnType<typeof createArrivals>>;

const markOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const forEver = () => new Promise<never>(() => undefined);

/**
 * The library tells the platform that a message arrived before it hands it out, and by then its keys are turned on, so
 * that nobody can decrypt it again. It waits for the decryption alone: so what is decrypted is kept in the transaction of
 * its keys, and stored as an event, before the decryption is over. What was kept and not stored, or comes again because
 * its receipt was lost, is taken from there.
 */
export async function createArrivals(given: Given) {
  const { library, auth, keys, onLost } = given;
  const kept = await readKept(keys);
  const notes = createNotes(keys);
  let last = Math.max(0, kept.storedUpTo, ...kept.rows.keys());
  const nodes = new WeakMap<Uint8Array, WaNode>();
  const begun = Promise.withResolvers<Store>();
  let takenUp: Promise<void> = Promise.resolve();

  /** False where the message has to come again. */
  async function settle(found: Row): Promise<boolean> {
    const arrival = readArrival(given, found);
    const store = await begun.promise;
    if (arrival && !(await store(arrival))) return false;
    notes.storedUpTo(found.number);
    return true;
  }

  /** What is decrypted and not stored must not be acknowledged: the platform brings it to the next connection. */
  function refuse(): Promise<never> {
    onLost();
    return forEver();
  }

  /** Stores what an earlier connection kept and could not store. */
  async function takeUp(): Promise<void> {
    const rows = [...kept.rows.values()].filter(({ number }) => number > kept.storedUpTo);
    for (const one of rows.toSorted((first, second) => first.number - second.number))
      if (!(await settle(one))) return await refuse();
  }

  async function decrypt(inner: SignalRepository, signalKeys: WaKeyStore, message: Decryption): Promise<Uint8Array> {
    const node = nodes.get(message.ciphertext);
    if (!node || !isOfPerson(given, node)) return await inner.decryptMessage(message);
    await takenUp;
    const mark = markOf(message.ciphertext);
    const known = [...kept.rows.values()].find((one) => one.mark === mark);
    if (known) return (await settle(known)) ? Buffer.from(known.content, 'base64') : await refuse();
    const number = last + 1;
    const fresh = await signalKeys
      .transaction(async () => {
        const bytes = await inner.decryptMessage(message);
        const made = rowOf(node, { number, mark, bytes });
        await signalKeys.set({ [ARRIVED]: { [slotOf(number)]: made } });
        return { bytes, made };
      }, message.jid)
      .catch((error: unknown) => {
        if (auth.hasFailed()) return refuse();
        throw error;
      });
    last = number;
    kept.rows.delete(number - SLOTS);
    kept.rows.set(number, fresh.made);
    return (await settle(fresh.made)) ? fresh.bytes : await refuse();
  }

  return {
    /** In the place of the library's own. */
    makeSignalRepository(own: { creds: unknown; keys: WaKeyStore }, ...more: unknown[]): SignalRepository {
      const inner = library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(own, ...more);
      return { ...inner, decryptMessage: (message) => decrypt(inner, own.keys, message) };
    },
    begin({ ws }: WaSocket, store: Store): void {
      // Before the library reads a message, so that its bytes can be told whose they are.
      ws.prependListener('CB:message', (node) => {
        if (!Array.isArray(node.content)) return;
        for (const { content } of node.content) if (content instanceof Uint8Array) nodes.set(content, node);
      });
      begun.resolve(store);
      takenUp = takeUp();
    },
  };
}

type Decryption = Parameters<SignalRepository['decryptMessage']>[0];

const slotOf = (number: number) => String(number % SLOTS);

async function readKept(keys: SessionKeys): Promise<{ storedUpTo: number; rows: Map<number, Row> }> {
  const found = await keys.read(ARRIVED, [...SLOT_IDS, STORED_UP_TO]);
  const storedUpTo = Number(found[STORED_UP_TO] ?? 0);
  const rows = SLOT_IDS.flatMap((id) => (found[id] === undefined ? [] : [row.parse(JSON.parse(found[id]))]));
  return { storedUpTo, rows: new Map(rows.map((one) => [one.number, one])) };
}

/** One note at a time, the newest next: it only saves a repeat, so nobody waits for it. */
function createNotes(keys: SessionKeys) {
  let wanted = 0;
  let noted = 0;
  let isWriting = false;
  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (noted < wanted) {
      noted = wanted;
      await keys.write([{ type: ARRIVED, id: STORED_UP_TO, value: String(noted) }]).catch(() => undefined);
    }
    isWriting = false;
  }
  return {
    storedUpTo(number: number): void {
      wanted = Math.max(wanted, number);
      void write();
    },
  };
}

function rowOf(node: WaNode, { number, mark, bytes }: { number: number; mark: string; bytes: Uint8Array }): Row {
  const parts = Array.isArray(node.content) ? node.content : [];
  const name = parts.find(({ tag, content }) => tag === 'verified_name' && content instanceof Uint8Array)?.content;
  const business = name instanceof Uint8Array ? Buffer.from(name).toString('base64') : null;
  return { number, mark, attrs: node.attrs, business, content: Buffer.from(bytes).toString('base64') };
}

/** Whether it is a person's and no news of the phone to its own devices. */
function isOfPerson({ library, auth }: Given, node: WaNode): boolean {
  if (node.attrs.category === 'peer') return false;
  try {
    return personOf(library.decodeMessageNode(node, ...ownAddresses(auth)).fullMessage.key.remoteJid) !== undefined;
  } catch {
    return false;
  }
}

const ownAddresses = ({ creds: { me } }: Auth): [string, string] => [me?.id ?? '', me?.lid ?? ''];

/** As the library puts it together; nothing where it finds nothing to read. */
function readArrival({ library, auth }: Given, { attrs, business, content }: Row): Arrival | undefined {
  const { decodeMessageNode, cleanMessage, unpadRandomMax16, proto } = library;
  const own = ownAddresses(auth);
  try {
    const { fullMessage } = decodeMessageNode({ tag: 'message', attrs }, ...own);
    const decoded = proto.Message.decode(unpadRandomMax16(Buffer.from(content, 'base64')));
    const message = { ...fullMessage, message: decoded.deviceSentMessage?.message ?? decoded };
    const { details } = business === null ? {} : proto.VerifiedNameCertificate.decode(Buffer.from(business, 'base64'));
    if (details) message.verifiedBizName = proto.VerifiedNameCertificate.Details.decode(details).verifiedName;
    cleanMessage(message, ...own);
    return { type: attrs.offline === undefined ? 'notify' : 'append', message };
  } catch {
    return undefined;
  }
}
