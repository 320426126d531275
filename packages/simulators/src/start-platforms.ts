import { shareAddress } from './http/share-address.ts';
import type { PlatformEntry, PlatformOptions } from './platforms.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';

export type StartedPlatform = Omit<PlatformEntry, 'start'> & { platform: SimulatedPlatform };

/** Running platforms, and what the product's environment must say to meet all of them. */
export type StartedPlatforms = {
  platforms: readonly StartedPlatform[];
  environment: Record<string, string>;
  close(): Promise<void>;
};

/** Starts a stand-in of each of these platforms. */
export async function startPlatforms(
  entries: readonly PlatformEntry[],
  options: PlatformOptions,
): Promise<StartedPlatforms> {
  const platforms = await Promise.all(
    entries.map(async ({ start, ...entry }) => ({ ...entry, platform: await start(options) })),
  );
  const { environment, doors } = await joinEnvironments(platforms, options);
  return {
    platforms,
    environment,
    close: async () => {
      for (const one of [...doors, ...platforms.map(({ platform }) => platform)]) await one.close();
    },
  };
}

/** Platforms that have one address in earnest are met at one. */
async function joinEnvironments(platforms: readonly StartedPlatform[], { host }: PlatformOptions) {
  const environment: Record<string, string> = {};
  const doors: { close(): Promise<void> }[] = [];
  const entries = platforms.flatMap(({ platform }) => Object.entries(platform.environment));
  for (const [key, ofKey] of Map.groupBy(entries, ([name]) => name)) {
    const values = [...new Set(ofKey.map(([, value]) => value))];
    const [value = ''] = values;
    environment[key] = value;
    if (values.length === 1) continue;
    const door = await shareAddress({ host, bases: values });
    doors.push(door);
    environment[key] = door.url;
  }
  return { environment, doors };
}
