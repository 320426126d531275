import type { CallResult, ProtocolClient } from '../protocol/protocol-client.ts';
import { backoffMs } from '../state/backoff.ts';
import type { Pause } from '../state/create-pause.ts';
import { holdItem, type OutboxItem, type OutboxStore, refuseItem } from '../state/outbox.ts';
import { planSending } from '../state/plan-sending.ts';
import type { DialogStore } from './create-dialog-store.ts';
import { createFlights, type Flight } from './create-flights.ts';
import type { Login } from './create-login.ts';
import type { PictureStore } from './picture-store.ts';

export type Outgoing = {
  /** Sends what waits and is due, until nothing waits. */
  flush(): void;
  /** The network or the tab came back: what had no answer is tried at once; a time that the server set is kept. */
  hurry(): void;
};

export type OutgoingParts = {
  client: Pick<ProtocolClient, 'sendText' | 'sendImage'>;
  store: OutboxStore;
  pictures: PictureStore;
  dialog: Pick<DialogStore, 'markAccepted' | 'loadOutbox'>;
  login: Pick<Login, 'confirm'>;
  pause: Pause;
  now(): number;
  random(): number;
  /** Only one tab sends. */
  /** Undefined when a picture cannot be made as small as the server takes it. */
  fitPicture(file: Blob): Promise<Blob | undefined>;
  isAllowed(): boolean;
  onTokenRefused(token: string): void;
};

/** It lets the others try first. */
export const STALLED_WAIT_MS = 60_000;

/** The one way out of this browser. Each message is repeated with its own id until the server has it or refuses it. */
export function createOutgoing({
  client,
  store,
  pictures,
  dialog,
  login,
  pause,
  now,
  random,
  fitPicture,
  isAllowed,
  onTokenRefused,
}: OutgoingParts): Outgoing {
  const flights = createFlights({ store, now, onSlow: dialog.loadOutbox });
  let isRunning = false;
  let refusedToken = '';

  const send = async (item: OutboxItem, token: string, { abort }: Flight): Promise<CallResult> => {
    const { clientId, text, name } = item;
    if (item.kind === 'text') return client.sendText(token, { clientId, text });
    const kept = await pictures.get(clientId);
    if (kept === undefined) return { kind: 'refused', code: 'lost' };
    const file = await fitPicture(kept);
    if (file === undefined) return { kind: 'refused', code: 'files.too_large' };
    return client.sendImage(token, { clientId, file, name, signal: abort.signal });
  };

  const settle = (
    { clientId }: OutboxItem,
    result: CallResult,
    { token, abort }: { token: string; abort: AbortController },
  ) => {
    // As it stands now: the visitor or another tab may have changed it meanwhile, and what was discarded stays away.
    const item = store.all().find((other) => other.clientId === clientId);
    if (result.kind === 'ok') {
      store.drop(clientId);
      void pictures.drop(clientId);
      dialog.markAccepted(clientId);
    } else if (result.kind === 'token') {
      // A text and a picture in flight hear of it both.
      if (token !== refusedToken) onTokenRefused(token);
      refusedToken = token;
    } else if (item && result.kind === 'refused') store.put(refuseItem(item, result.code));
    else if (item && result.kind === 'later') {
      const usualMs = abort.signal.aborted ? STALLED_WAIT_MS : backoffMs(item.tries, random());
      const waitMs = result.afterMs ?? usualMs;
      store.put(holdItem(item, { reason: result.code, now: now(), waitMs }));
    }
    dialog.loadOutbox();
  };

  const start = async (item: OutboxItem, token: string) => {
    const flight = flights.begin(item);
    const result = await send(item, token, flight);
    flights.end(item);
    settle(item, result, { ...flight, token });
    flush();
  };

  const run = async () => {
    try {
      while (isAllowed() && store.all().some(({ state }) => state === 'waiting')) {
        const token = await login.confirm();
        if (token === undefined) return;
        const untilWatch = flights.watch();
        const { sending, seriesSince } = flights;
        const { item, waitMs } = planSending(store.all(), { now: now(), sending, since: seriesSince() });
        if (item && isAllowed()) void start(item, token);
        else await pause.wait(Math.min(waitMs, untilWatch));
      }
    } finally {
      isRunning = false;
    }
  };

  const flush = () => {
    pause.wake();
    if (isRunning) return;
    isRunning = true;
    void run();
  };

  return {
    flush,
    hurry: () => {
      for (const item of store.all()) if (item.due > 0 && item.reason === '') store.put({ ...item, due: 0 });
      flush();
    },
  };
}
