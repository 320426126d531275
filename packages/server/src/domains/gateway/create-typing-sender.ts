import { createRates } from '../../platform/rates/index.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Platforms show "typing" for about five seconds, so a repeat before four are over is a call for nothing. */
const rules = { signalsOfChat: { capacity: 1, perMinute: 15 } } as const;

type Place = { channelId: string; chatId: string };
type Options = { clock: Pick<Clock, 'now'>; show(place: Place): Promise<void> };

/** Passes on what our own browsers repeat many times a second, as seldom as a platform needs it. */
export function createTypingSender({ clock, show }: Options): (place: Place) => Promise<void> {
  const signals = createRates(clock, rules)('signalsOfChat');
  return async (place) => {
    if (signals.take(`${place.channelId} ${place.chatId}`) === 0) await show(place);
  };
}
