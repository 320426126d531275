import { dialogUniqueId } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createNetworkCounts } from '../../../platform/http/index.ts';
import type { Visitor } from '../access/identify-visitor.ts';
import type { VisitorDeps, VisitorDialog } from '../deps.ts';
import { createWaitingWords } from '../waiting-words.ts';
import { type EventStream, openEventStream, type StreamSink } from './event-stream.ts';
import { watchChannels } from './watch-channels.ts';

export type EventStreams = {
  /** Throws when the visitor or the networks around the address hold too many already, before any byte is written. Gives what leaves. */
  enter(input: { dialog: VisitorDialog; ip: string }): () => void;
  open(input: { dialog: Visitor; leave: () => void; after: number; sink: StreamSink }): { close(): void };
  close(): Promise<void>;
};

const STREAMS_PER_VISITOR = 6;
/** An office behind one address. */
const STREAMS_PER_NETWORK = 200;
const RETRY_AFTER_SECONDS = 30;

/** All open streams of this process: one listener on the dialogs, however many tabs there are. Owns them until `close`. */
export function createEventStreams(
  deps: Pick<VisitorDeps, 'clock' | 'log' | 'dialogs' | 'accounts'> & {
    channels: Omit<VisitorDeps['channels'], 'findWidget'>;
  },
): EventStreams {
  const streamDeps = { ...deps, waitingWords: createWaitingWords(deps) };
  const byDialog = new Map<string, Set<EventStream>>();
  const channelOf = new Map<EventStream, string>();
  const networks = createNetworkCounts(STREAMS_PER_NETWORK);

  const stopChanged = deps.dialogs.onChanged((change) => {
    byDialog.get(keyOf(change))?.forEach((stream) => {
      stream.wake();
    });
  });
  const stopTyping = deps.dialogs.onTyping((typing) => {
    if (typing.by === 'customer') return;
    byDialog.get(keyOf(typing))?.forEach((stream) => {
      stream.showTyping(typing.name);
    });
  });

  const watch = watchChannels({
    ...deps,
    listOpen: () => new Set(channelOf.values()),
    onGone: (channelId) => {
      for (const [stream, channel] of [...channelOf]) if (channel === channelId) stream.close();
    },
  });

  const forget = ({ key, stream }: { key: string; stream: EventStream | undefined }) => {
    const streams = byDialog.get(key);
    if (stream !== undefined) {
      streams?.delete(stream);
      channelOf.delete(stream);
    }
    if (streams?.size === 0) byDialog.delete(key);
  };

  return {
    enter: ({ dialog, ip }) => {
      const isFull = (byDialog.get(keyOf(dialog))?.size ?? 0) >= STREAMS_PER_VISITOR;
      const leave = isFull ? undefined : networks.add(ip);
      if (leave === undefined) throw new AppError('request.rate_limited', { retryAfter: RETRY_AFTER_SECONDS });
      return leave;
    },
    open: ({ dialog, leave, after, sink }) => {
      const key = keyOf(dialog);
      const streams = byDialog.get(key) ?? new Set<EventStream>();
      byDialog.set(key, streams);
      const holder: { stream: EventStream | undefined } = { stream: undefined };
      const onClosed = () => {
        forget({ key, stream: holder.stream });
        leave();
      };
      holder.stream = openEventStream({ deps: streamDeps, dialog, after, sink, onClosed });
      streams.add(holder.stream);
      channelOf.set(holder.stream, dialog.channelId);
      return holder.stream;
    },
    close: async () => {
      stopChanged();
      stopTyping();
      for (const stream of [...channelOf.keys()]) stream.close();
      await watch.stop();
    },
  };
}

function keyOf({ accountId, channelId, chatId }: VisitorDialog): string {
  return `${accountId}/${dialogUniqueId({ chatId, channelId })}`;
}
