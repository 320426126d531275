import type { DialogDeps } from './deps.ts';

const MINUTE_MS = 60_000;

type Waits = Pick<DialogDeps, 'channels'>;

/** After how many minutes without an answer the assistant comes back, by the settings as they are now; 0: never. */
export async function comeBackMinutes({ channels }: Waits, channelId: string): Promise<number> {
  const settings = (await channels.setup(channelId))?.settings;
  return settings?.active === true ? settings.comeBackMinutes : 0;
}

/** When the assistant comes back to a customer who gets no answer from now on; null: never. */
export async function comeBackTime(
  deps: Waits & Pick<DialogDeps, 'sharedClock'>,
  channelId: string,
): Promise<Date | null> {
  const minutes = await comeBackMinutes(deps, channelId);
  return minutes === 0 ? null : new Date(deps.sharedClock.now().getTime() + minutes * MINUTE_MS);
}
