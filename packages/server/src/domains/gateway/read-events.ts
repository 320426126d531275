import pLimit from 'p-limit';
import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import type { AnswerDue } from '../dialogs/index.ts';
import type { GatewayDeps } from './deps.ts';
import { createTextReader, type IngestDeps, ingestEvent, type ReadEvent } from './ingest-event.ts';
import { noticeRush } from './notice-rush.ts';
import type { WaitingEvent } from './store.ts';

/** As many texts as one statement stores. */
const WIDTH = 50;
/** Of these, what takes a connection for itself. */
const CONNECTIONS = 8;
const CAPACITY = 20_000;
/** What is read in about a second: until then the sweep comes with more. */
const LITTLE_QUEUED = 2000;

type Door = Pick<IngestDeps, 'deliver'> & { pass(due: AnswerDue): void; onError(error: unknown): void };

/** Reads stored events, in the order of each chat and those of many chats side by side; in a rush once it is over. */
export function createEventReader(deps: GatewayDeps, { deliver, pass, onError }: Door) {
  /** Events that wait in memory: the sweep finds their rows as well. */
  const queued = new Set<string>();
  const amongFew = pLimit(CONNECTIONS);
  const ingestDeps = { ...deps, deliver, amongFew, readText: createTextReader({ ...deps, amongFew }) };
  let isBehind = false;
  const queue = createKeyedQueue({
    width: WIDTH,
    capacity: CAPACITY,
    onError: (error) => {
      isBehind = true;
      onError(error);
    },
  });
  const rush = noticeRush({ clock: deps.sharedClock, isCaughtUp: () => queue.size() < WIDTH });

  function begin(event: WaitingEvent, { id, read }: { id: string; read: ReadEvent | undefined }): void {
    const work = async () => {
      queued.delete(id);
      for (const due of await ingestEvent(ingestDeps, event, read)) pass(due);
    };
    const isTaken = queue.push(`${event.channelId} ${event.chatId}`, work, event.accountId);
    if (!isTaken) queued.delete(id);
  }

  return {
    rush,
    /** What is too much to wait here is found by the sweep. */
    ingest(event: WaitingEvent, read?: ReadEvent): void {
      const id = `${event.channelId} ${event.eventId}`;
      if (queued.has(id)) return;
      if (queued.size >= CAPACITY) {
        isBehind = true;
        return;
      }
      queued.add(id);
      if (rush.isOn()) rush.hold(() => begin(event, { id, read }));
      else begin(event, { id, read });
    },
    /** Whether nothing of the chat of this event waits to be read. */
    canIngestNow: ({ channelId, chatId }: WaitingEvent): boolean => queue.isFree(`${channelId} ${chatId}`),
    /** Whether events were left unread: the database could not serve, or there were too many to hold. */
    isBehind: () => isBehind,
    /** Whether little waits here to be read. */
    hasRoom: () => !rush.isOn() && queued.size <= LITTLE_QUEUED,
    fallBehind(): void {
      isBehind = true;
    },
    catchUp(): void {
      isBehind = false;
    },
    idle(): Promise<void> {
      rush.end();
      return queue.idle();
    },
    stop: () => queue.stop(),
  };
}

export type EventReader = ReturnType<typeof createEventReader>;
