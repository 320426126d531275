import { z } from 'zod';
import { sleep } from '../../platform/time/clock.ts';
import type { RawEvent } from '../port.ts';
import type { SessionOptions } from '../session-port.ts';
import { type Addresses, createAddresses, type Sent, toPlain, type WaLibrary, type WaSocket } from './api.ts';
import { pair, personOf, readChange, readMessageEvent, readUpdate, update, upsert } from './payload.ts';
import type { Arrival } from './session-arrivals.ts';

/** What came while we were away; older ones nobody waits for. */
const MAX_AGE_SECONDS = 24 * 3600;
const MAX_UNSTORED = 1000;
const STORE_AGAIN_MS = 1000;
/** After the end of a connection. */
const LAST_TRIES = 5;

type Parts = { library: WaLibrary; socket: WaSocket; options: SessionOptions; sent: Sent };
type Raw = { raw: unknown; type: string };

/** A message, or nothing where it is no customer's, too old, or one that we sent. */
async function readMessage({ options, sent }: Parts, addresses: Addresses, { raw, type }: Raw): Promise<RawEvent[]> {
  const given = upsert.shape.messages.element.safeParse(toPlain(raw)).data;
  const person = personOf(given?.key.remoteJid);
  const { id, fromMe = false } = given?.key ?? {};
  if (!given || person === undefined || !id) return [];
  // It could not be read: it comes again under this number, which must be free then.
  if (!given.message) return [];
  const age = options.io.clock.now().getTime() / 1000 - (given.messageTimestamp ?? 0);
  if (type === 'append' && age > MAX_AGE_SECONDS) return [];
  if (fromMe && (await sent.ownKeyOf(id)) !== null) return [];
  const { jid, alt, isNewPair } = await addresses.find(person, personOf(given.key.remoteJidAlt) ?? null);
  const key = { remoteJid: jid, remoteJidAlt: alt, id, fromMe };
  return [readMessageEvent({ ...given, kind: 'message', key, isNewPair })];
}

async function readOneUpdate({ sent }: Parts, addresses: Addresses, raw: unknown): Promise<RawEvent[]> {
  const given = update.safeParse(toPlain(raw)).data;
  const person = personOf(given?.key.remoteJid);
  if (!given || person === undefined) return [];
  const { jid } = await addresses.find(person, personOf(given.key.remoteJidAlt) ?? null);
  const { id, fromMe } = given.key;
  const ownKey = fromMe ? await sent.ownKeyOf(id) : null;
  const event = readUpdate({ ...given, key: { ...given.key, remoteJid: jid } }, ownKey);
  const isTaken = ownKey !== null && /^[2345]$|ACK|READ|PLAYED/.test(String(given.update.status ?? ''));
  // Only spares a repeat; a node that lost the session may not write it.
  if (isTaken && !(await sent.isAcked(id))) await sent.noteAcked(id).catch(() => undefined);
  return event ? [event] : [];
}

export type Intake = ReturnType<typeof createIntake>;

/** What comes is stored in its order; what cannot be stored now is tried until the connection ends. */
export function createIntake(parts: Parts, { onLost, isOver }: { onLost(): void; isOver(): boolean }) {
  const { options } = parts;
  const { clock } = options.io;
  const addresses = createAddresses(parts.socket, options.keys);
  /** Stored before they were acknowledged: the library hands them out all the same. */
  const early = new Set<string>();
  let tail: Promise<unknown> = Promise.resolve();
  let unstored = 0;

  /** After what tells of a pair is stored: a note that is missing only has it told again. */
  async function notePairs(events: readonly RawEvent[]): Promise<void> {
    for (const { payload } of events) {
      const { key } = withNewPair.safeParse(payload).data ?? {};
      if (key) await addresses.notePair({ jid: key.remoteJid, alt: key.remoteJidAlt }).catch(() => undefined);
    }
  }

  async function store(read: () => Promise<RawEvent[]>): Promise<boolean> {
    let events: RawEvent[] | undefined;
    for (let lastTries = 0; lastTries < LAST_TRIES; lastTries += isOver() ? 1 : 0) {
      try {
        events ??= await read();
        if (events.length > 0) await options.accept(events);
        await notePairs(events);
        return true;
      } catch {
        await sleep({ clock, ms: STORE_AGAIN_MS });
      }
    }
    return false;
  }

  async function add(read: () => Promise<RawEvent[]>): Promise<boolean> {
    unstored += 1;
    // The platform keeps what we cannot hold.
    if (unstored > MAX_UNSTORED) {
      onLost();
      return false;
    }
    const stored = tail.then(() => store(read));
    tail = stored;
    return await stored.finally(() => {
      unstored -= 1;
    });
  }

  async function readMessages(news: unknown): Promise<RawEvent[]> {
    const found = z.object({ type: z.string(), messages: z.array(z.unknown()) }).safeParse(news).data;
    const events: RawEvent[] = [];
    for (const raw of found?.messages ?? []) {
      if (early.delete(numberOf(raw))) continue;
      events.push(...(await readMessage(parts, addresses, { raw, type: found?.type ?? '' })));
    }
    return events;
  }

  async function readUpdates(news: unknown): Promise<RawEvent[]> {
    const events: RawEvent[] = [];
    for (const raw of z.array(z.unknown()).catch([]).parse(news))
      events.push(...(await readOneUpdate(parts, addresses, raw)));
    return events;
  }

  return {
    /** Until everything that came is stored. */
    idle: async () => void (await tail),
    addMessages: (news: unknown) => void add(() => readMessages(news)),
    addUpdates: (news: unknown) => void add(() => readUpdates(news)),
    addPair: (news: unknown) => void add(async () => readPair(news)),
    /** A message that is not acknowledged yet; false where it could not be stored. */
    async addArrival({ type, message }: Arrival): Promise<boolean> {
      const { normalizeMessageContent } = parts.library;
      const change = readChange(toPlain({ ...message, message: normalizeMessageContent(message.message) }));
      const isStored = await add(() => (change ? readUpdates([change]) : readMessages({ type, messages: [message] })));
      if (isStored && !change) early.add(numberOf(message));
      return isStored;
    },
  };
}

const withNewPair = z.object({
  isNewPair: z.literal(true),
  key: z.object({ remoteJid: z.string(), remoteJidAlt: z.string() }),
});
const numbered = z.object({ key: z.object({ remoteJid: z.string(), id: z.string() }) });

function numberOf(raw: unknown): string {
  const { remoteJid = '', id = '' } = numbered.safeParse(raw).data?.key ?? {};
  return `${remoteJid} ${id}`;
}

function readPair(news: unknown): RawEvent[] {
  const found = pair.safeParse(news).data;
  const [lid, pn] = [personOf(found?.lid), personOf(found?.pn)];
  return lid && pn ? [{ eventId: `pair:${lid}:${pn}`, payload: { kind: 'pair', lid, pn } }] : [];
}
