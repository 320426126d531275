import { createSignal } from '../../platform/signal/signal.ts';
import type { DialogDeps } from './deps.ts';
import { listShownTroubles } from './outbox-store.ts';

type OnChannel = { accountId: string; channelId: string };

const MAX_TROUBLES = 10_000;

/**
 * The part of the door that notices when what keeps a channel from sending begins, changes and ends: on whichever node
 * it happened, and also where only time passed.
 */
export function createTroubleWatch({ pool, sharedClock }: Pick<DialogDeps, 'pool' | 'sharedClock'>) {
  const changes = createSignal<OnChannel>();
  let shown = new Map<string, OnChannel & { state: string }>();
  return {
    onTroubleChanged: changes.on,
    /** Compares with what was there at the last run. */
    async watchTroubles(): Promise<void> {
      const troubles = await listShownTroubles.all(pool, { now: sharedClock.now(), limit: MAX_TROUBLES });
      const before = shown;
      shown = new Map(
        troubles.map(({ accountId, channelId, reason, heldUntil }) => [
          channelId,
          { accountId, channelId, state: `${reason} ${heldUntil?.getTime()}` },
        ]),
      );
      for (const [id, { state, ...channel }] of shown) if (before.get(id)?.state !== state) changes.emit(channel);
      for (const [id, { state: _state, ...channel }] of before) if (!shown.has(id)) changes.emit(channel);
    },
  };
}
