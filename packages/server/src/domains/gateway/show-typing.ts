import type { Clock } from '../../platform/time/clock.ts';

/** Platforms show "typing" for about five seconds, so a repeat before that is a call for nothing. */
const REPEAT_MS = 4000;

type Place = { channelId: string; chatId: string };
type Options = { clock: Clock; show(place: Place): Promise<void> };

/** Passes on what our own browsers repeat many times a second, as seldom as a platform needs it. */
export function createTypingSender({ clock, show }: Options): (place: Place) => Promise<void> {
  const shown = new Set<string>();

  return async (place) => {
    const key = `${place.channelId} ${place.chatId}`;
    if (shown.has(key)) return;
    shown.add(key);
    clock.after(REPEAT_MS, () => shown.delete(key));
    await show(place);
  };
}
