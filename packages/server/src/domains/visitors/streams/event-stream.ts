import type { Visitor } from '../access/identify-visitor.ts';
import type { VisitorDeps } from '../deps.ts';
import { findPictures } from '../people.ts';
import type { WaitingWords } from '../waiting-words.ts';
import { formatEvent, HEARTBEAT } from './event-format.ts';
import { createReadingWriter, PAGE_SIZE } from './write-reading.ts';

/** The connection to one browser tab, so that the stream knows no HTTP. */
export type StreamSink = {
  write(text: string): void;
  bufferedBytes(): number;
  /** Calls back once when the buffer is empty again. */
  onceDrained(callback: () => void): void;
  end(): void;
};

export type EventStream = { wake(): void; showTyping(name: string | null): void; close(): void };

type StreamDeps = Pick<VisitorDeps, 'clock' | 'log'> & {
  dialogs: Pick<VisitorDeps['dialogs'], 'readForVisitor'>;
  accounts: Pick<VisitorDeps['accounts'], 'photoOf'>;
  waitingWords: WaitingWords;
};
type StreamInput = { deps: StreamDeps; dialog: Visitor; after: number; sink: StreamSink; onClosed: () => void };

const BUFFER_BYTES = 256 * 1024;
const HEARTBEAT_MS = 15_000;
const DRAIN_MS = 15_000;

/**
 * One tab's stream. A wake (a push, a heartbeat) only says "look again": what is sent is always read from the store after the last
 * version, so a lost or doubled push changes nothing.
 */
export function openEventStream({ deps, dialog, after, sink, onClosed }: StreamInput): EventStream {
  const state = { isClosed: false, isPumping: false, isStale: false, isReady: false };
  const timer: { cancel: (() => void) | undefined } = { cancel: undefined };
  const writer = createReadingWriter(after, sink.write);

  const close = () => {
    if (state.isClosed) return;
    state.isClosed = true;
    timer.cancel?.();
    sink.end();
    onClosed();
  };

  const catchUp = async () => {
    for (let hasMore = true; hasMore && !state.isClosed; ) {
      const { accountId, channelId, chatId } = dialog;
      const reading = await deps.dialogs.readForVisitor({
        ...{ accountId, channelId, chatId },
        afterVersion: writer.version(),
        limit: PAGE_SIZE,
      });
      const isSaid = reading.isWaiting && reading.messages.some(({ decision }) => decision === 'hand-over');
      const waiting = isSaid ? await deps.waitingWords(dialog) : '';
      const pictures = await findPictures(deps.accounts, { dialog, reading });
      if (state.isClosed) return;
      hasMore = writer.write(reading, { waiting, pictures });
      await untilDrained({ sink, clock: deps.clock, giveUp: close });
    }
    if (state.isReady || state.isClosed) return;
    state.isReady = true;
    sink.write(formatEvent({ name: 'ready', data: { version: writer.version() }, id: writer.version() }));
  };

  const pump = async () => {
    state.isStale = true;
    if (state.isPumping) return;
    state.isPumping = true;
    try {
      while (state.isStale && !state.isClosed) {
        state.isStale = false;
        await catchUp();
      }
    } catch (error) {
      // The browser comes back by itself and asks for what is after its last version.
      deps.log.warn({ err: error, channelId: dialog.channelId }, 'A visitor stream could not be read');
      close();
    } finally {
      state.isPumping = false;
    }
  };

  const beat = () => {
    if (state.isClosed) return;
    sink.write(HEARTBEAT);
    void pump();
    timer.cancel = deps.clock.after(HEARTBEAT_MS, beat);
  };
  beat();

  return {
    wake: () => void pump(),
    showTyping: (name) => {
      const hasRoom = state.isReady && !state.isClosed && sink.bufferedBytes() < BUFFER_BYTES;
      if (hasRoom) sink.write(formatEvent({ name: 'typing', data: { name } }));
    },
    close,
  };
}

type Draining = { sink: StreamSink; clock: VisitorDeps['clock']; giveUp: () => void };

/** A reader that takes nothing for 15 s is closed; until then at most one page is buffered for it. */
function untilDrained({ sink, clock, giveUp }: Draining): Promise<void> {
  if (sink.bufferedBytes() < BUFFER_BYTES) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(DRAIN_MS, () => {
      giveUp();
      resolve();
    });
    sink.onceDrained(() => {
      cancel();
      resolve();
    });
  });
}
