import type { SocketCrowd } from '@otvet/contract';

/** A socket is refused for now because there are too many, not because of its token. */
export type Refusal = { crowd: SocketCrowd; seconds: number };

/** Reads what the server says about a refused socket; undefined when it names no wait. */
export function readRefusal(error: object): Refusal | undefined {
  const data: unknown = Reflect.get(error, 'data');
  if (typeof data !== 'object' || data === null) return undefined;
  const seconds: unknown = Reflect.get(data, 'retryAfter');
  if (typeof seconds !== 'number') return undefined;
  return { seconds, crowd: Reflect.get(data, 'crowd') === 'windows' ? 'windows' : 'network' };
}

/** How long a refused window waits: what the server asks, and a little more by chance, so that all do not come at once. */
export function pauseOf({ seconds }: Refusal, random: () => number = Math.random): number {
  return seconds * 1000 * (1 + random() / 2);
}
