/** Renews the identity token; all who ask at the same time share one call. */
export type TokenRefresher = {
  /** After a 401: a token other than `usedToken`, or undefined when the user must sign in again. */
  renewAfter401(usedToken: string | null): Promise<string | undefined>;
  /** Fetches a fresh token whatever the age of the present one. */
  forceRefresh(): Promise<string | undefined>;
  /** A new session begins: forgets spent retries. */
  reset(): void;
};

export type TokenRefresherDeps = {
  /** Undefined when the session is over; rejects when the service cannot be reached. */
  fetchToken: () => Promise<string | undefined>;
  tokens: { read(): string | null; write(token: string): void };
  now: () => number;
  onRefreshed: (token: string) => void;
  onLost: () => void;
  retryMax: number;
  retryResetMs: number;
};

/** Makes the refresher. At most `retryMax` refreshes because of 401 within `retryResetMs`, then the session is given up once. */
export function createTokenRefresher(deps: TokenRefresherDeps): TokenRefresher {
  let inFlight: Promise<string | undefined> | undefined;
  let retries = 0;
  let firstRetryAt = 0;
  let isLost = false;

  function lose(): undefined {
    if (!isLost) {
      isLost = true;
      deps.onLost();
    }
    return undefined;
  }

  async function fetchFresh(): Promise<string | undefined> {
    const token = await deps.fetchToken();
    if (isLost || token === undefined) return lose();
    deps.tokens.write(token);
    deps.onRefreshed(token);
    return token;
  }

  function shareRefresh(): Promise<string | undefined> {
    inFlight ??= fetchFresh().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  function takeRetry(): boolean {
    const now = deps.now();
    if (now - firstRetryAt >= deps.retryResetMs) retries = 0;
    if (retries === 0) firstRetryAt = now;
    retries += 1;
    return retries <= deps.retryMax;
  }

  return {
    renewAfter401: async (usedToken) => {
      if (isLost) return undefined;
      if (inFlight !== undefined) return inFlight;
      const current = deps.tokens.read();
      if (current !== null && current !== usedToken) return current;
      return takeRetry() ? shareRefresh() : lose();
    },
    forceRefresh: async () => (isLost ? undefined : shareRefresh()),
    reset: () => {
      isLost = false;
      retries = 0;
    },
  };
}
