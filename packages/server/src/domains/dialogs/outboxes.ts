import type { Channel } from '@otvet/contract';
import type { DialogDeps } from './deps.ts';
import { clearTrouble, listClosedOutboxes, listTroubles, noteTrouble } from './outbox-store.ts';

type ChannelTrouble = NonNullable<Channel['trouble']>;
type OnChannel = { accountId: string; channelId: string };

/** The part of the door that knows which channels cannot send now, and why. */
export function createOutboxes(deps: DialogDeps) {
  const { pool } = deps;
  const now = () => deps.sharedClock.now();
  return {
    /** What keeps messages of these channels from leaving, for people: the times are the host's. */
    async listTroubles(accountId: string): Promise<(ChannelTrouble & { channelId: string })[]> {
      const aheadMs = deps.clock.now().getTime() - now().getTime();
      const troubles = await listTroubles.all(pool, { accountId, now: now() });
      const toHostTime = (at: Date) => new Date(at.getTime() + aheadMs).toISOString();
      return troubles.map(({ since, heldUntil, ...trouble }) => ({
        ...trouble,
        since: toHostTime(since),
        heldUntil: heldUntil && toHostTime(heldUntil),
      }));
    },
    /** Channels whose outbox is closed until they are repaired. */
    listClosedOutboxes: (): Promise<OnChannel[]> => listClosedOutboxes.all(pool, {}),
    /** Nothing of the channel is sent until its outbox is opened. */
    async closeOutbox(input: OnChannel & { reason: string }): Promise<void> {
      await noteTrouble.run(pool, { ...input, isClosed: true, heldUntil: null, now: now() });
    },
    /** The channel was repaired then: what waits in its outbox may go. False when nothing had kept it. */
    async openOutbox(input: OnChannel & { repairedAt: Date }): Promise<boolean> {
      return (await clearTrouble.first(pool, { ...input, now: now() })) !== undefined;
    },
    /** A send of the channel succeeded. */
    async noteWorking(input: OnChannel): Promise<void> {
      await clearTrouble.run(pool, { ...input, repairedAt: null, now: now() });
    },
  };
}
