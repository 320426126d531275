import type { Log } from '../../../platform/log/logger.ts';
import { startPeriodicTasks } from '../../../platform/periodic-tasks/periodic-tasks.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { VisitorDoors } from '../deps.ts';

/** As long as another node may work with a channel that was unlinked here. */
const LOOK_MS = 2000;

type Watch = {
  channels: Pick<VisitorDoors['channels'], 'onChanged' | 'findConnected'>;
  clock: Clock;
  log: Log;
  /** Channels with something open. */
  listOpen(): ReadonlySet<string>;
  onGone(channelId: string): void;
};

/**
 * Says of channels with something open that they were unlinked: at once where it happened, and on every other node by one
 * question about all of them every two seconds.
 */
export function watchChannels({ channels, clock, log, listOpen, onGone }: Watch): { stop(): Promise<void> } {
  const check = async (ids: string[]) => {
    if (ids.length === 0) return;
    const connected = new Set(await channels.findConnected(ids));
    for (const id of ids) if (!connected.has(id)) onGone(id);
  };
  const stopListening = channels.onChanged(({ id }) => {
    if (!listOpen().has(id)) return;
    // What this look misses, the next one finds.
    check([id]).catch((error: unknown) => log.warn({ err: error, channelId: id }, 'a channel could not be looked at'));
  });
  const work = () => check([...listOpen()]);
  const looking = startPeriodicTasks({
    clock,
    log,
    tasks: [{ name: 'visitors.watch-channels', everyMs: LOOK_MS, work }],
  });
  return {
    stop: () => {
      stopListening();
      return looking.stop();
    },
  };
}
