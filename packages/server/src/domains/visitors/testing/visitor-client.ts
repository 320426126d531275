import { z } from 'zod';
import type { VisitorDialog, WidgetChannel } from '../deps.ts';

const session = z.object({ token: z.string(), dialogId: z.string(), isKnown: z.boolean(), hasContact: z.boolean() });

export type SeenEvent = { id: string | null; name: string; data: Record<string, unknown> };
export type OpenStream = {
  events: SeenEvent[];
  /** Waits until so many events of the name have come. */
  until(name: string, count: number): Promise<SeenEvent[]>;
  ended: Promise<void>;
  close(): void;
};

/** A visitor's browser as far as the protocol goes: plain fetch. */
export function createVisitorClient(input: { url: string; channel: WidgetChannel; headers?: Record<string, string> }) {
  const { url, channel, headers = {} } = input;
  const base = `${url}/widget/${channel.id}`;
  const call = (path: string, init: RequestInit & { token?: string } = {}) => {
    const all = new Headers({ ...headers, ...Object.fromEntries(new Headers(init.headers)) });
    if (init.token !== undefined) all.set('authorization', `Bearer ${init.token}`);
    return fetch(`${base}/${path}`, { ...init, headers: all });
  };
  const post = (path: string, body: unknown, token?: string) =>
    call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(token === undefined ? {} : { token }),
    });

  return {
    call,
    post,
    start: async () => session.parse(await (await post('start', { token: null })).json()),
    dialogOf: (visitor: { dialogId: string }): VisitorDialog => ({
      accountId: channel.accountId,
      channelId: channel.id,
      chatId: visitor.dialogId,
    }),
    open: async (token: string, after = 0): Promise<OpenStream> => {
      const abort = new AbortController();
      const response = await call('events', {
        token,
        signal: abort.signal,
        ...(after > 0 ? { headers: { 'last-event-id': String(after) } } : {}),
      });
      if (!response.ok || response.body === null) throw new Error(`No stream: ${response.status}`);
      return readStream(response.body, () => abort.abort());
    },
  };
}

function readStream(body: ReadableStream<Uint8Array>, close: () => void): OpenStream {
  const events: SeenEvent[] = [];
  const waiting = new Set<() => void>();
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of body) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.map(readBlock).filter((event) => event !== undefined));
      for (const check of waiting) check();
    }
  };
  const ended = read().catch(() => undefined);
  return {
    events,
    ended,
    close,
    until: (name, count) =>
      new Promise((resolve) => {
        const check = () => {
          const found = events.filter((event) => event.name === name);
          if (found.length < count) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}

function readBlock(block: string): SeenEvent | undefined {
  const lines = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = lines.get('data');
  if (data === undefined) return undefined;
  return {
    id: lines.get('id') ?? null,
    name: lines.get('event') ?? '',
    data: z.record(z.string(), z.unknown()).parse(JSON.parse(data)),
  };
}
