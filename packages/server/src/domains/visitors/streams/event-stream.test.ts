import { expect, it } from 'vitest';
import type { VisitorReading } from '../deps.ts';
import { buildMessage } from '../testing/build-message.ts';
import { createMemoryDialogs } from '../testing/memory-dialogs.ts';
import { openEventStream, type StreamSink } from './event-stream.ts';

const dialog = { accountId: 'a', channelId: 'c', chatId: 'v', locale: 'ru' as const };
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
  child: () => log,
};

/** A clock whose timers run when the test says so. */
function createTestClock() {
  const timers = new Map<() => void, number>();
  return {
    now: () => new Date(0),
    after: (ms: number, callback: () => void) => {
      timers.set(callback, ms);
      return () => timers.delete(callback);
    },
    run: (ms: number) => {
      for (const [callback, wait] of [...timers]) {
        if (wait !== ms) continue;
        timers.delete(callback);
        callback();
      }
    },
  };
}

function createSink(): StreamSink & { written: string[]; state: { buffered: number; isEnded: boolean } } {
  const state = { buffered: 0, isEnded: false };
  const written: string[] = [];
  return {
    written,
    state,
    write: (text) => written.push(text),
    bufferedBytes: () => state.buffered,
    onceDrained: () => undefined,
    end: () => {
      state.isEnded = true;
    },
  };
}

const waitingWords = async () => 'soon';
const accounts = { photoOf: async () => null };

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('risk: a push is lost. The next beat reads what it would have sent', async () => {
  const talk = createMemoryDialogs();
  talk.pushes.isOn = false;
  const [clock, sink] = [createTestClock(), createSink()];
  const deps = { clock, log, waitingWords, accounts, dialogs: talk.door };
  const stream = openEventStream({ deps, dialog, after: 0, sink, onClosed: () => undefined });
  await settle();
  talk.change(dialog, { text: 'unannounced' });
  await settle();
  expect(sink.written.join('')).not.toContain('unannounced');
  clock.run(15_000);
  await settle();
  expect(sink.written.join('')).toContain('unannounced');
  stream.close();
});

it('risk: pushes come twice and while one is being read. Each message is written once', async () => {
  const talk = createMemoryDialogs();
  const [clock, sink] = [createTestClock(), createSink()];
  const deps = { clock, log, waitingWords, accounts, dialogs: talk.door };
  const stream = openEventStream({ deps, dialog, after: 0, sink, onClosed: () => undefined });
  for (let index = 0; index < 20; index += 1) {
    talk.change(dialog, { text: `m${index}` });
    stream.wake();
    stream.wake();
  }
  await settle();
  await settle();
  const ids = sink.written.flatMap((text) => (text.includes('event: message') ? [text.split('\n')[0]] : []));
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `id: ${index + 1}`));
  stream.close();
});

it('a reader that takes nothing is closed after 15 s and is sent nothing more meanwhile', async () => {
  const talk = createMemoryDialogs();
  const [clock, sink] = [createTestClock(), createSink()];
  let isClosed = false;
  const onClosed = () => {
    isClosed = true;
  };
  talk.change(dialog, { text: 'first' });
  sink.state.buffered = 300 * 1024;
  const stream = openEventStream({
    deps: { clock, log, waitingWords, accounts, dialogs: talk.door },
    dialog,
    after: 0,
    sink,
    onClosed,
  });
  await settle();
  talk.change(dialog, { text: 'second' });
  stream.wake();
  stream.showTyping('Анна');
  await settle();
  expect(sink.written.join('')).not.toMatch(/second|typing/);
  expect(isClosed).toBe(false);
  clock.run(15_000);
  await settle();
  expect([isClosed, sink.state.isEnded]).toEqual([true, true]);
});

it('a store that cannot be read closes the stream: the browser comes back by itself', async () => {
  const [clock, sink] = [createTestClock(), createSink()];
  const failing = { readForVisitor: (): Promise<VisitorReading> => Promise.reject(new Error('down')) };
  openEventStream({
    deps: { clock, log, waitingWords, accounts, dialogs: failing },
    dialog,
    after: 0,
    sink,
    onClosed: () => undefined,
  });
  await settle();
  expect(sink.state.isEnded).toBe(true);
});

it('a message without text and pictures (a voice, a file) is not shown', async () => {
  const [clock, sink] = [createTestClock(), createSink()];
  const messages = [buildMessage({ id: 'm', seq: 1, version: 1, text: '' })];
  const said = { isTriggered: false, hasCustomerMessage: false, isWaiting: false };
  const reading = { version: 1, messages, authors: new Map<string, string>(), ...said };
  const dialogs = { readForVisitor: async () => reading };
  const stream = openEventStream({
    deps: { clock, log, waitingWords, accounts, dialogs },
    dialog,
    after: 0,
    sink,
    onClosed: () => undefined,
  });
  await settle();
  stream.close();
  expect(sink.written.join('')).not.toContain('event: message');
});
