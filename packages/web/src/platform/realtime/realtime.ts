import type { ClientEvents, ServerEvents } from '@otvet/contract';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { Socket } from 'socket.io-client';
import { serviceUrls } from '../api/service-urls.ts';
import { readStored } from '../session/local-data.ts';
import { tokenRefresher } from '../session/session-tokens.ts';
import { pauseOf, type Refusal, readRefusal } from './refusal.ts';

/** `lost` only after a connection that had been there, or a first one that fails. */
export type ConnectionState = 'idle' | 'connecting' | 'online' | 'lost';

/** Why there is no socket for a while, and when the next one is tried. */
export type Pause = Pick<Refusal, 'crowd'> & { until: Date };

/** What the app does about the socket: one entry per event of the contract, plus the moment of (re)connection. */
export type RealtimeHandlers = Omit<ServerEvents, 'token.expired'> & { connected: () => void };

const RECONNECT_AFTER_REFUSAL_MS = 2000;

const connection = createAtom<ConnectionState>('idle');
const pause = createAtom<Pause | undefined>(undefined);
let socket: Socket<ServerEvents, ClientEvents> | undefined;
let generation = 0;
let handlers: RealtimeHandlers | undefined;
const { promise: handled, resolve: beginHandling } = Promise.withResolvers<void>();

/** Names what the socket's events do; called once, by the part of the app that shows what they change. */
export function handleRealtime(table: RealtimeHandlers): void {
  handlers = table;
  beginHandling();
}

/** Opens the socket of the signed-in user once somebody handles its events. The client library is loaded only now. */
export function startRealtime(): void {
  stopRealtime();
  const mine = generation;
  connection.set('connecting');
  Promise.all([import('socket.io-client'), handled]).then(
    ([{ io }]) => {
      if (mine === generation) openSocket(io);
    },
    () => connection.set('lost'),
  );
}

/** Closes the socket. */
export function stopRealtime(): void {
  generation += 1;
  // Forgotten before it is closed, so that its last event is not taken for a lost connection.
  const closing = socket;
  socket = undefined;
  closing?.disconnect();
  pause.set(undefined);
  connection.set('idle');
}

function openSocket(io: typeof import('socket.io-client').io): void {
  // Reconnection delays are the library's defaults: 1 s, max 5 s, jitter 0.5, without end, 20 s to connect.
  const opened: Socket<ServerEvents, ClientEvents> = io(serviceUrls.websocket, {
    auth: (give) => give({ token: readStored('idToken') }),
    transports: ['websocket'],
  });
  socket = opened;
  opened.on('connect', () => {
    pause.set(undefined);
    connection.set('online');
    handlers?.connected();
  });
  opened.on('disconnect', () => {
    if (opened !== socket) return;
    connection.set('lost');
    if (!opened.active) reconnectWithFreshToken(opened);
  });
  opened.on('connect_error', (error) => {
    if (opened !== socket) return;
    connection.set('lost');
    // Not a refusal: the network itself.
    if (opened.active) return pause.set(undefined);
    const refusal = readRefusal(error);
    if (refusal === undefined) reconnectWithFreshToken(opened);
    else reconnectLater(opened, refusal);
  });
  opened.on('token.expired', () => reconnectWithFreshToken(opened));
  opened.on('dialog.changed', (event) => handlers?.['dialog.changed'](event));
  opened.on('dialog.typing', (event) => handlers?.['dialog.typing'](event));
  opened.on('channel.changed', (event) => handlers?.['channel.changed'](event));
  opened.on('knowledge.changed', (event) => handlers?.['knowledge.changed'](event));
  opened.on('source.changed', (event) => handlers?.['source.changed'](event));
  opened.on('user-data.changed', () => handlers?.['user-data.changed']());
}

const waiting = new WeakSet<Socket<ServerEvents, ClientEvents>>();

function reconnectWithFreshToken(opened: Socket<ServerEvents, ClientEvents>): void {
  if (waiting.has(opened)) return;
  waiting.add(opened);
  const reconnect = () => {
    waiting.delete(opened);
    if (opened === socket) opened.disconnect().connect();
  };
  // Without a network the refresh fails; the socket tries again all the same and comes back here if it is refused.
  const refresh = tokenRefresher.forceRefresh().catch(() => undefined);
  window.setTimeout(() => void refresh.then(reconnect), RECONNECT_AFTER_REFUSAL_MS);
}

function reconnectLater(opened: Socket<ServerEvents, ClientEvents>, refusal: Refusal): void {
  if (waiting.has(opened)) return;
  waiting.add(opened);
  const ms = pauseOf(refusal);
  pause.set({ crowd: refusal.crowd, until: new Date(Date.now() + ms) });
  window.setTimeout(() => {
    waiting.delete(opened);
    if (opened !== socket) return;
    // What was told is over; a server that refuses again tells a new time.
    pause.set(undefined);
    opened.connect();
  }, ms);
}

/** Signals to colleagues and the customer that somebody types; dropped while there is no connection. */
export function sendTyping(uniqueId: string): void {
  socket?.volatile.emit('typing', { uniqueId });
}

/** The state of the connection; draws again when it changes. */
export function useConnection(): ConnectionState {
  return useSelector(connection);
}

/** Set while the server wants no socket of this window; draws again when it changes. */
export function usePause(): Pause | undefined {
  return useSelector(pause);
}
