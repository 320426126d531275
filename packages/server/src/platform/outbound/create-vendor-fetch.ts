/** `fetch` for the fixed addresses of vendors: every call ends within `timeoutMs`, its body included. */
export function createVendorFetch({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}): typeof fetch {
  return (input, init = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    // A vendor's API never redirects; following one would carry the token in the path elsewhere.
    return fetch(input, { redirect: 'error', ...init, signal });
  };
}
