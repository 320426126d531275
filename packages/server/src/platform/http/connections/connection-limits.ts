import { z } from 'zod';

/** What all connections together, and those of one network, may take. */
export type ConnectionLimits = {
  /** At once, in all. */
  max: number;
  /** At once from one network. A platform with many bots, or a mobile network, opens hundreds from one address. */
  maxOfNetwork: number;
  /** Requests of one network that are being answered at once; streams, sockets and webhooks have bounds of their own. */
  maxRequestsOfNetwork: number;
  /** Who takes less than `minBytes` in every `stalledMs`, while more waits for him, is cut off. */
  stalledMs: number;
  minBytes: number;
};

const MAX_CONNECTIONS = 20_000;
/** Of the files that the process may open: the database, stored files and what it asks of platforms need some too. */
const SHARE_OF_FILES = 0.75;
const SHARE_OF_NETWORK = 0.1;
const MIN_OF_NETWORK = 100;
const FILES_UNKNOWN = 1024;

/** Limits for a process that may open so many files. */
export function connectionLimits(openFiles: number): ConnectionLimits {
  const max = Math.floor(Math.min(MAX_CONNECTIONS, openFiles * SHARE_OF_FILES));
  return {
    max,
    maxOfNetwork: Math.max(MIN_OF_NETWORK, Math.ceil(max * SHARE_OF_NETWORK)),
    maxRequestsOfNetwork: 200,
    stalledMs: 30_000,
    minBytes: 8 * 1024,
  };
}

const report = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }) }),
});

/** How many files this process may open. */
export function readOpenFiles(): number {
  const parsed = report.safeParse(process.report.getReport());
  if (!parsed.success) return FILES_UNKNOWN;
  const { soft } = parsed.data.userLimits.open_files;
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : soft;
}
