import { backoffMs } from '../state/backoff.ts';
import { createPause } from '../state/create-pause.ts';
import { createEventParser } from './event-parser.ts';
import { type ProtocolClient, readRetryAfter } from './protocol-client.ts';
import { parseJson, readEvent, type ServerEvent } from './read-event.ts';

export type EventStream = {
  /** Tries at once instead of waiting: the network or the tab came back. */
  hurry(): void;
  close(): void;
};

type Options = {
  client: Pick<ProtocolClient, 'openEvents'>;
  token: string;
  /** The version to go on from, asked before each try. */
  after(): number;
  onEvent(event: ServerEvent): void;
  onLink(link: 'connecting' | 'online' | 'lost'): void;
  onTokenRefused(): void;
  random(): number;
};

/** The server sends a beat each 15 s: a line silent for so long is dead, whatever the browser believes. */
const SILENCE_MS = 40_000;

/** Keeps a stream open until it is closed: reads by fetch (the token stays out of the address), reconnects, goes on after the last version. */
export function openEventStream(options: Options): EventStream {
  const state = { isClosed: false, abort: new AbortController(), tries: 0 };
  const pause = createPause();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const waitForBytes = () => {
    clearTimeout(silence);
    silence = setTimeout(() => state.abort.abort(), SILENCE_MS);
  };

  const readOnce = async (): Promise<number | null> => {
    state.abort = new AbortController();
    waitForBytes();
    try {
      const response = await options.client.openEvents(options.token, {
        after: options.after(),
        signal: state.abort.signal,
      });
      if (response.status === 404) {
        state.isClosed = true;
        options.onTokenRefused();
      }
      if (!response.ok || response.body === null) return readRetryAfter(response);
      await readBody(response.body);
      return null;
    } catch {
      return null;
    } finally {
      clearTimeout(silence);
    }
  };

  const readBody = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    const parse = createEventParser((event) => {
      const known = readEvent(event.name, parseJson(event.data));
      if (known === undefined) return;
      if (known.name === 'ready') {
        state.tries = 0;
        options.onLink('online');
      }
      options.onEvent(known);
    });
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || state.isClosed) return;
      waitForBytes();
      parse(decoder.decode(value, { stream: true }));
    }
  };

  const run = async () => {
    while (!state.isClosed) {
      options.onLink(state.tries === 0 ? 'connecting' : 'lost');
      const afterMs = await readOnce();
      if (state.isClosed) return;
      state.tries += 1;
      options.onLink('lost');
      await pause.wait(afterMs ?? backoffMs(state.tries - 1, options.random()));
    }
  };
  void run();

  return {
    hurry: pause.wake,
    close: () => {
      state.isClosed = true;
      state.abort.abort();
      pause.wake();
    },
  };
}
