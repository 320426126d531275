import type { RequestRates } from '../platform/http/index.ts';

/** For tests that send thousands of requests as one person and judge what they find, not how many pass. */
export const uncounted: RequestRates = {
  requireCall: () => undefined,
  requireRequest: () => undefined,
  waitForSocket: () => 0,
  mayTellWait: () => true,
  identify: async (authenticate, { token }) => (token === undefined ? undefined : authenticate(token)),
};
