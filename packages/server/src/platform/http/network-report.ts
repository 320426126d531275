import type { Log } from '../log/logger.ts';
import type { HttpMetrics } from '../metrics/metrics.ts';
import { createRates } from '../rates/index.ts';
import type { Clock } from '../time/clock.ts';
import { networkOf } from './network-of.ts';

/** What a network has had all of: open connections, requests that are being answered, calls, sockets, bad tokens. */
export type RefusedAs = 'connection' | 'parallel' | 'request' | 'socket' | 'token';

/** Says that a network was refused since it is at its own bound. */
export type ReportRefused = (refused: { ip: string; as: RefusedAs }) => void;

/** A line a minute of each network, and no flood of lines when there are many; the metric counts them all. */
const rules = {
  linesOfNetwork: { capacity: 1, perMinute: 1 },
  linesOfAll: { capacity: 30, perMinute: 30 },
} as const;

type Deps = { log: Log; metrics: Pick<HttpMetrics, 'networkRefused'>; clock: Pick<Clock, 'now'> };

export function createNetworkReport({ log, metrics, clock }: Deps): ReportRefused {
  const rate = createRates(clock, rules);
  return ({ ip, as }) => {
    metrics.networkRefused(as);
    const network = networkOf(ip);
    if (rate('linesOfNetwork').take(network) > 0 || rate('linesOfAll').take('all') > 0) return;
    log.warn({ network, as }, 'A network is at its own bound and is refused');
  };
}
