import type { KnowledgeDeps } from '../../deps.ts';
import { findFullDay, takePicture } from './picture-day-store.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * How many pictures of an account may be shown to a model on a day (UTC), which its host pays for: counted in the database, for
 * all nodes and across restarts. Both calls give the wait in milliseconds; 0: there is room.
 */
export function createPictureDays({ pool, clock }: Pick<KnowledgeDeps, 'pool' | 'clock'>, max: number) {
  const untilTomorrow = (now: Date) => DAY_MS - (now.getTime() % DAY_MS);
  return {
    async check(accountId: string): Promise<number> {
      const now = clock.now();
      const full = await findFullDay.first(pool, { accountId, now, max });
      return full === undefined ? 0 : untilTomorrow(now);
    },
    async take(accountId: string): Promise<number> {
      const now = clock.now();
      const taken = await takePicture.run(pool, { accountId, now, max });
      return taken > 0 ? 0 : untilTomorrow(now);
    },
  };
}

export type PictureDays = ReturnType<typeof createPictureDays>;
