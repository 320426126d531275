import { describe, expect, it } from 'vitest';
import type { CallResult } from '../protocol/protocol-client.ts';
import { createOutboxStore, markOf, newItem, type OutboxItem, PATIENCE_MS, retryItem } from '../state/outbox.ts';
import { SLOW_MS, STALLED_MS } from './create-flights.ts';
import { createOutgoing, STALLED_WAIT_MS } from './create-outgoing.ts';

const busy = (seconds: number): CallResult => ({
  kind: 'later',
  code: 'request.rate_limited',
  afterMs: seconds * 1000,
});
const noAnswer: CallResult = { kind: 'later', code: '', afterMs: null };
const ok: CallResult = { kind: 'ok', value: {} };
const FOUR_MINUTES = 240;

/** What the browser keeps: tabs share it, and a reload finds it. */
type Browser = { entries: Map<string, string>; pictures: Map<string, Blob>; time: { now: number } };
const openBrowser = (): Browser => ({ entries: new Map(), pictures: new Map(), time: { now: 1_000_000 } });

type Call = { id: string; token: string; signal: AbortSignal | undefined; answer(result: CallResult): Promise<void> };
const letOthersRun = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A tab of the widget without a window: real outbox and sender, a clock by hand, a server that answers when told. */
function openTab(browser: Browser = openBrowser()) {
  const { entries, pictures, time } = browser;
  const tab = { isLeading: true, isFit: true, tokens: ['first'], refused: [] as string[], accepted: [] as string[] };
  const calls: Call[] = [];
  let timer: { at: number; resolve(): void } | undefined;
  const store = createOutboxStore({
    read: (key) => entries.get(key) ?? null,
    write: (key, value) => void entries.set(key, value),
    drop: (key) => void entries.delete(key),
    list: (prefix) => [...entries.keys()].map((name) => name.slice(prefix.length)),
  });
  const send = (token: string, { clientId, signal }: { clientId: string; signal?: AbortSignal }) =>
    new Promise<CallResult>((resolve) => {
      signal?.addEventListener('abort', () => resolve(noAnswer));
      calls.push({
        id: clientId,
        token,
        signal,
        answer: (result) => {
          resolve(result);
          return letOthersRun();
        },
      });
    });
  const outgoing = createOutgoing({
    client: { sendText: send, sendImage: send },
    store,
    pictures: {
      put: async (id, file) => void pictures.set(id, file),
      get: async (id) => pictures.get(id),
      drop: async (id) => void pictures.delete(id),
    },
    dialog: { markAccepted: (id) => void tab.accepted.push(id), loadOutbox: () => undefined },
    login: { confirm: async () => tab.tokens.at(-1) },
    pause: {
      wait: (ms) =>
        new Promise((resolve) => {
          timer = { at: time.now + ms, resolve };
        }),
      wake: () => timer?.resolve(),
    },
    now: () => time.now,
    random: () => 0,
    fitPicture: async (file) => (tab.isFit ? file : undefined),
    isAllowed: () => tab.isLeading,
    onTokenRefused: (token) => {
      tab.refused.push(token);
      tab.tokens.push('second');
    },
  });
  return {
    ...outgoing,
    tab,
    store,
    calls,
    ids: () => calls.map(({ id }) => id),
    last: () => {
      const call = calls.at(-1);
      if (call === undefined) throw new Error('Nothing was sent.');
      return call;
    },
    write: (clientId: string, kind: OutboxItem['kind'] = 'text') => {
      if (kind === 'image') pictures.set(clientId, new Blob(['x']));
      store.put(newItem({ clientId, kind, text: clientId, name: '' }, { now: time.now, others: store.all() }));
      outgoing.flush();
      return letOthersRun();
    },
    /** Only the sender's own timer wakes it, at the time that it asked for. */
    pass: async (ms: number) => {
      const end = time.now + ms;
      while (timer && timer.at <= end) {
        const { at, resolve } = timer;
        timer = undefined;
        time.now = at;
        resolve();
        await letOthersRun();
      }
      time.now = end;
    },
  };
}

describe('a picture that has to wait', () => {
  it('lets texts pass in their order, and goes by itself once when its time has come', async () => {
    const { write, last, pass, ids, calls, store } = openTab();
    await write('picture', 'image');
    await last().answer(busy(FOUR_MINUTES));
    await write('one');
    await write('two');
    expect(ids()).toEqual(['picture', 'one']);
    await last().answer(ok);
    await last().answer(ok);
    await pass(239_000);
    expect(ids()).toEqual(['picture', 'one', 'two']);
    await pass(1000);
    await last().answer(ok);
    await pass(3_600_000);
    expect(calls.map(({ id }) => id)).toEqual(['picture', 'one', 'two', 'picture']);
    expect(store.all()).toEqual([]);
  });

  it('keeps its place while the wait is short', async () => {
    const { write, last, pass, ids } = openTab();
    await write('picture', 'image');
    await write('text');
    await last().answer(busy(2));
    await pass(1999);
    expect(ids()).toEqual(['picture']);
    await pass(1);
    await last().answer(ok);
    expect(ids()).toEqual(['picture', 'picture', 'text']);
  });

  it('lets texts pass while it uploads slowly', async () => {
    const { write, last, pass, ids, calls, store } = openTab();
    await write('picture', 'image');
    await write('one');
    await write('two');
    await pass(PATIENCE_MS - 1);
    expect(ids()).toEqual(['picture']);
    await pass(1);
    expect(ids()).toEqual(['picture', 'one']);
    await last().answer(ok);
    await last().answer(ok);
    await calls[0]?.answer(ok);
    await pass(3_600_000);
    expect(ids()).toEqual(['picture', 'one', 'two']);
    expect(store.all()).toEqual([]);
  });

  it('keeps no text back when the way there breaks for pictures alone', async () => {
    const { write, last, pass, ids } = openTab();
    await write('picture', 'image');
    await write('text');
    for (let tries = 0; ids().at(-1) !== 'text' && tries < 10; tries += 1) {
      await last().answer(noAnswer);
      await pass(2000);
    }
    expect(ids().filter((id) => id === 'picture').length).toBeLessThanOrEqual(4);
    expect(ids().at(-1)).toBe('text');
  });
});

it('a text waits for a series of quick pictures no longer than for one', async () => {
  const { write, last, pass, ids } = openTab();
  for (const id of ['1', '2', '3', '4']) await write(id, 'image');
  await write('text');
  for (const id of ['1', '2']) {
    expect(ids().at(-1)).toBe(id);
    await pass(PATIENCE_MS / 2);
    await last().answer(ok);
  }
  // Written in one millisecond, each is a little later than the one before.
  await pass(5);
  expect(ids()).toEqual(['1', '2', '3', 'text']);
});

describe('an upload that stands still', () => {
  it('is told of, then given up for a while: the next picture goes, and it comes back by itself', async () => {
    const { write, last, pass, ids, store, calls } = openTab();
    await write('stalled', 'image');
    await write('next', 'image');
    await pass(SLOW_MS - 1);
    expect(store.all().map((item) => [item.reason, markOf(item)])).toEqual(Array(2).fill(['', 'sending']));
    await pass(1);
    expect(store.all().map((item) => [item.reason, markOf(item)])[0]).toEqual(['slow', 'stuck']);
    await pass(STALLED_MS - SLOW_MS - 1);
    expect(calls[0]?.signal?.aborted).toBe(false);
    await pass(1);
    await letOthersRun();
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(ids()).toEqual(['stalled', 'next']);
    await last().answer(ok);
    await pass(STALLED_WAIT_MS);
    expect(ids()).toEqual(['stalled', 'next', 'stalled']);
    await last().answer(ok);
    expect(store.all()).toEqual([]);
  });

  it('is ended when the visitor takes it away, and the next goes at once', async () => {
    const { write, pass, ids, store, calls, flush } = openTab();
    await write('stalled', 'image');
    await write('next', 'image');
    await pass(SLOW_MS);
    store.drop('stalled');
    flush();
    await letOthersRun();
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(ids()).toEqual(['stalled', 'next']);
    await pass(3_600_000);
    expect(store.all().map(({ clientId }) => clientId)).toEqual(['next']);
  });
});

it('a picture that cannot be made small enough is not sent, and says so', async () => {
  const { write, calls, store, tab } = openTab();
  tab.isFit = false;
  await write('picture', 'image');
  await letOthersRun();
  expect(calls).toEqual([]);
  expect(store.all().map(({ state, reason }) => [state, reason])).toEqual([['failed', 'files.too_large']]);
});

describe('races', () => {
  it('the visitor sends the picture again while a text is in flight: both are in flight once', async () => {
    const { write, last, flush, pass, ids, calls, store } = openTab();
    await write('picture', 'image');
    await last().answer(busy(FOUR_MINUTES));
    await write('text');
    for (const item of store.all().filter(({ kind }) => kind === 'image')) store.put(retryItem(item));
    flush();
    await letOthersRun();
    flush();
    await letOthersRun();
    expect(ids()).toEqual(['picture', 'text', 'picture']);
    await calls[2]?.answer(busy(60));
    await calls[1]?.answer(ok);
    await pass(59_999);
    expect(ids()).toHaveLength(3);
    await pass(1);
    expect(ids().at(-1)).toBe('picture');
  });

  it('what was discarded in flight stays away, whatever the answer is', async () => {
    for (const result of [busy(5), noAnswer, { kind: 'refused', code: 'files.quota' } as const, ok]) {
      const { write, last, pass, ids, store } = openTab();
      await write('picture', 'image');
      store.drop('picture');
      await last().answer(result);
      await pass(3_600_000);
      expect(store.all()).toEqual([]);
      expect(ids()).toEqual(['picture']);
    }
  });

  it('a reload in between: the same id goes again, a held picture keeps its time, texts still pass it', async () => {
    const browser = openBrowser();
    const before = openTab(browser);
    await before.write('picture', 'image');
    await before.last().answer(busy(FOUR_MINUTES));
    await before.write('text');
    const after = openTab(browser);
    after.flush();
    await letOthersRun();
    expect(after.ids()).toEqual(['text']);
    await after.last().answer(ok);
    await after.pass(239_999);
    expect(after.ids()).toEqual(['text']);
    await after.pass(1);
    expect(after.ids()).toEqual(['text', 'picture']);
  });

  it('two tabs: the other one leads now and has sent it; a late answer here brings nothing back', async () => {
    const browser = openBrowser();
    const [one, other] = [openTab(browser), openTab(browser)];
    other.tab.isLeading = false;
    await one.write('picture', 'image');
    one.tab.isLeading = false;
    other.tab.isLeading = true;
    other.flush();
    await letOthersRun();
    await other.last().answer(ok);
    await one.last().answer(busy(60));
    await one.pass(60_000);
    await other.pass(60_000);
    expect(one.store.all()).toEqual([]);
    expect([one.ids(), other.ids()]).toEqual([['picture'], ['picture']]);
  });

  it('two tabs: sent again in the one that does not lead, it goes from the one that does', async () => {
    const browser = openBrowser();
    const [one, other] = [openTab(browser), openTab(browser)];
    other.tab.isLeading = false;
    await one.write('picture', 'image');
    await one.last().answer(busy(FOUR_MINUTES));
    for (const item of other.store.all()) other.store.put(retryItem(item));
    for (const each of [other, one]) each.flush();
    await letOthersRun();
    expect([one.ids(), other.ids()]).toEqual([['picture', 'picture'], []]);
  });

  it('the lead is lost while the token is asked for: this tab sends nothing', async () => {
    const { write, ids, tab } = openTab();
    const writing = write('text');
    tab.isLeading = false;
    await writing;
    expect(ids()).toEqual([]);
  });

  it('a token refused to two messages in flight is given up once, and both go with the new one', async () => {
    const { write, pass, calls, tab } = openTab();
    await write('picture', 'image');
    await write('text');
    await pass(PATIENCE_MS);
    await calls[0]?.answer({ kind: 'token' });
    await calls[1]?.answer({ kind: 'token' });
    await pass(PATIENCE_MS);
    expect(tab.refused).toEqual(['first']);
    expect(calls.slice(2).map(({ id, token }) => [id, token])).toEqual([
      ['picture', 'second'],
      ['text', 'second'],
    ]);
  });
});

describe('the network comes back', () => {
  it('what had no answer goes at once and in order; a time that the server set is kept', async () => {
    const { write, last, hurry, pass, ids } = openTab();
    await write('picture', 'image');
    await last().answer(busy(FOUR_MINUTES));
    await write('one');
    await write('two');
    for (const seconds of [1, 2, 4, 8]) {
      await last().answer(noAnswer);
      await pass(seconds * 500);
    }
    await last().answer(noAnswer);
    expect(new Set(ids())).toEqual(new Set(['picture', 'one']));
    const before = ids().length;
    hurry();
    await letOthersRun();
    await last().answer(ok);
    await last().answer(ok);
    expect(ids().slice(before)).toEqual(['one', 'two']);
  });
});
