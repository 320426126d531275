import { limits, RATE_LIMITED } from '@otvet/contract';
import { z } from 'zod';
import { sleep } from '../../platform/time/clock.ts';
import { TimeLimitError, withinTime } from '../../platform/time/within-time.ts';
import { ConnectorError, type MediaDownload, type OutboundMessage, type SendOutcome } from '../port.ts';
import {
  type OpenSession,
  type SessionDeclaration,
  type SessionEnd,
  SessionKeysError,
  type SessionOptions,
} from '../session-port.ts';
import {
  type Auth,
  createSent,
  type LoadLibrary,
  openAuth,
  requireLibrary,
  type Sent,
  silentLog,
  toPlain,
  type WaLibrary,
  type WaSocket,
} from './api.ts';
import { readEnd, readMediaFailure, readSendFailure } from './errors.ts';
import { isHidden, mediaRef, messageEventId, personOf, phoneOf } from './payload.ts';
import { sendMessage, type WaSend } from './send.ts';
import { type Arrivals, createArrivals } from './session-arrivals.ts';
import { createIntake } from './session-intake.ts';
import type { Pace } from './settings.ts';

const EVENTS = ['connection.update', 'creds.update', 'messages.upsert', 'messages.update', 'lid-mapping.update'];
const MAX_WAITING = 5;
/** Together shorter than the time that the gateway gives a send: what waits longer than this behind others comes again. */
const MAX_WAIT_MS = 60_000;
/** The library waits for the platform without an end where the connection hangs; files are uploaded first. */
const SEND_MS = { text: 30_000, file: 90_000 };
const TYPING_MS = 5000;
const LOGOUT_MS = 8000;

type Parts = {
  library: WaLibrary;
  socket: WaSocket;
  options: SessionOptions;
  auth: Auth;
  sent: Sent;
  arrivals: Arrivals;
  /** Resolves when nothing more may be acknowledged over this connection. */
  broken: Promise<void>;
  pace: Pace;
};

/** Opens one connection: https://github.com/WhiskeySockets/Baileys, read 2026-11-23. */
export function createSessionOpener(load: LoadLibrary, pace: Pace): SessionDeclaration['open'] {
  return async (options) => {
    const library = await requireLibrary(load);
    const broken = Promise.withResolvers<void>();
    const auth = await openAuth(library, options.keys, broken.resolve);
    const arrivals = await createArrivals({ library, auth, keys: options.keys, onLost: broken.resolve });
    const sent = createSent(options.keys);
    const socket = startSocket(library, auth, {
      auth: { creds: auth.creds, keys: library.makeCacheableSignalKeyStore(auth.store, silentLog) },
      makeSignalRepository: arrivals.makeSignalRepository,
      // What cannot be stored ends the connection: the next one tries again.
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
      logger: silentLog,
      browser: library.Browsers.ubuntu('Chrome'),
      // Else the phone of the owner no longer notifies.
      markOnlineOnConnect: false,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      shouldIgnoreJid: (jid: string) => personOf(jid) === undefined,
      cachedGroupMetadata: async () => undefined,
      // Who could not read a message asks for it again.
      getMessage: async ({ id }: { id?: string | null }) => {
        const message = await sent.messageOf(id ?? '');
        return message && library.proto.Message.fromObject(message);
      },
    });
    options.report({ state: 'connecting' });
    return drive({ library, socket, options, auth, sent, arrivals, broken: broken.promise, pace });
  };
}

/** Nothing goes over the network yet: what the library does not take is what it gets, and that is the stored link. */
function startSocket(library: WaLibrary, auth: Auth, config: Record<string, unknown>): WaSocket {
  try {
    return library.default(config);
  } catch (cause) {
    throw auth.isStored ? new SessionKeysError('The library refuses the stored credentials', { cause }) : cause;
  }
}

const connectionNews = z.object({
  connection: z.string().optional().catch(undefined),
  qr: z.string().optional().catch(undefined),
  lastDisconnect: z.object({ error: z.unknown() }).optional().catch(undefined),
});

function drive(parts: Parts): OpenSession {
  const { socket, options, auth, arrivals } = parts;
  let isOver = false;
  let saved: Promise<void> = Promise.resolve();
  const shut = () => {
    isOver = true;
    for (const name of EVENTS) socket.ev.removeAllListeners(name);
  };
  const finish = (end: SessionEnd) => {
    if (isOver) return;
    shut();
    options.onEnd(end);
  };
  const onLost = () => finish({ kind: 'lost' });
  const intake = createIntake(parts, { onLost, isOver: () => isOver });
  const showCode = createCodes(parts);
  void parts.broken.then(onLost);
  arrivals.begin(socket, intake.addArrival);
  socket.ev.on('creds.update', (news) => {
    Object.assign(auth.creds, news);
    saved = saved.then(() => auth.save());
    saved.catch(onLost);
  });
  socket.ev.on('connection.update', (given) => {
    const news = connectionNews.parse(given);
    if (news.qr !== undefined) void showCode(news.qr);
    if (news.connection === 'open') reportOpen(parts, finish);
    // The next connection begins with what this one has learnt.
    if (news.connection === 'close')
      void Promise.allSettled([saved, intake.idle()]).then(() => finish(readEnd(news.lastDisconnect?.error)));
  });
  socket.ev.on('messages.upsert', intake.addMessages);
  socket.ev.on('messages.update', intake.addUpdates);
  socket.ev.on('lid-mapping.update', intake.addPair);
  const close = async () => {
    shut();
    socket.end(undefined);
    await intake.idle();
  };
  return {
    ...createCalls(parts),
    close,
    async leave() {
      shut();
      await withinTime({ clock: options.io.clock, ms: LOGOUT_MS }, socket.logout()).catch(() => undefined);
      await close();
    },
  };
}

function reportOpen({ socket, auth, options }: Parts, finish: (end: SessionEnd) => void): void {
  const me = socket.user ?? auth.creds.me;
  const number = phoneOf(personOf(me?.id) ?? '')?.slice(1);
  if (number === undefined) {
    finish({ kind: 'damaged' });
    return;
  }
  const accountName = `+${number}`;
  const account = {
    identity: number,
    accountName,
    title: me?.name ?? accountName,
    profileUrl: `https://wa.me/${number}`,
  };
  options.report({ state: 'open', account });
}

/** Each picture as it comes; the code to type is asked for once. */
function createCodes({ socket, options }: Parts): (qr: string) => Promise<void> {
  const { phone = '' } = options.link;
  let code: Promise<string | null> | undefined;
  return async (content) => {
    options.report({ state: 'linking', content, code: null });
    if (phone === '') return;
    code ??= socket.requestPairingCode(phone).catch(() => null);
    options.report({ state: 'linking', content, code: await code });
  };
}

/** One queue for each number: typing first, and a pause as a person would make it. */
function createCalls(parts: Parts): Pick<OpenSession, 'send' | 'sendTyping' | 'fetchMedia' | 'fetchProfile'> {
  const { socket, options, pace } = parts;
  const { clock, random } = options.io;
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const type = (chatId: string) =>
    withinTime({ clock, ms: TYPING_MS }, socket.sendPresenceUpdate('composing', chatId)).catch(() => undefined);

  async function sendSlowly(message: OutboundMessage): Promise<SendOutcome> {
    return await sendMessage(message, async (content, options) => {
      await type(message.chatId);
      const pauseMs = pace.minMs + random.unit() * pace.spreadMs;
      if (pauseMs > 0) await sleep({ clock, ms: pauseMs });
      await sendOne(parts, message)(content, options);
    });
  }

  return {
    async send(message) {
      const { sentParts } = message;
      const comeAgain = (): SendOutcome => {
        const afterMs = waiting * (pace.minMs + pace.spreadMs);
        return { kind: 'retry', afterMs, reason: RATE_LIMITED, sentParts, scope: 'message' };
      };
      if (waiting >= MAX_WAITING) return comeAgain();
      waiting += 1;
      const beginUntil = clock.now().getTime() + MAX_WAIT_MS;
      const outcome = tail
        .then(() => (clock.now().getTime() > beginUntil ? comeAgain() : sendSlowly(message)))
        .finally(() => {
          waiting -= 1;
        });
      tail = outcome.catch(() => undefined);
      return await outcome;
    },
    sendTyping: async (chatId) => void (await type(chatId)),
    fetchMedia: (vendorRef) => loadMedia(parts, vendorRef),
    async fetchProfile({ chatId }) {
      const { getPNForLID } = socket.signalRepository.lidMapping;
      const number = isHidden(chatId) ? personOf(await getPNForLID(chatId).catch(() => null)) : chatId;
      const phone = phoneOf(number ?? '');
      if (phone === null) return null;
      const unknown = { name: '', firstName: '', userName: null, language: null, email: null };
      return { ...unknown, phone, profileUrl: `https://wa.me/${phone.slice(1)}` };
    },
  };
}

const sentMessage = z.object({ message: z.record(z.string(), z.unknown()).nullish() });

/** A number that the platform has is not sent again. */
function sendOne(
  { library, socket, options, sent }: Parts,
  { chatId, idempotencyKey: ownKey }: OutboundMessage,
): WaSend {
  return async (content, { messageId, replyTo }) => {
    if (await sent.isAcked(messageId)) return;
    await sent.note(messageId, { ownKey, message: null });
    const original = replyTo === null ? undefined : await options.readEvent(messageEventId(chatId, replyTo));
    const quoted = original === undefined ? {} : { quoted: library.proto.WebMessageInfo.fromObject(original) };
    const limit = { clock: options.io.clock, ms: 'text' in content ? SEND_MS.text : SEND_MS.file };
    const sending = socket.sendMessage(chatId, content, { messageId, ...quoted });
    const result = await withinTime(limit, sending).catch((error: unknown) => {
      throw error instanceof TimeLimitError ? error : readSendFailure(error);
    });
    const { message = null } = sentMessage.safeParse(toPlain(result)).data ?? {};
    // It is out: a store that is away does not make it a failure.
    await sent.note(messageId, { ownKey, message }).catch(() => undefined);
  };
}

async function loadMedia({ library, socket }: Parts, vendorRef: string): Promise<MediaDownload> {
  const { key, name, part } = mediaRef.read(vendorRef);
  const tooLarge = () => new ConnectorError('rejected', { reason: 'file_too_large' });
  if (Number(part.fileLength ?? 0) > limits.mediaBytes) throw tooLarge();
  const message = library.proto.WebMessageInfo.fromObject({ key, message: { [name]: part } });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const context = { logger: silentLog, reuploadRequest: (asked: unknown) => socket.updateMediaMessage(asked) };
    for await (const chunk of await library.downloadMediaMessage(message, 'stream', {}, context)) {
      size += chunk.length;
      if (size > limits.mediaBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ConnectorError ? error : readMediaFailure(error);
  }
  return { bytes: Buffer.concat(chunks), contentType: part.mimetype?.split(';')[0] ?? null, name: null };
}
