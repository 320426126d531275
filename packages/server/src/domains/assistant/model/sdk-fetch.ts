import { type VendorAnswer, VendorError, type VendorFetch } from '../../../platform/outbound/index.ts';

type Deps = {
  fetch: VendorFetch;
  /** Longest silence before or between pieces of an answer. */
  idleMs: number;
  maxBytes: number;
  /** Hears why an answer is not whole; the SDK may wrap it or not see it at all. */
  onInterrupted(error: unknown): void;
};

const MAX_MS = 70_000;

/**
 * `fetch` as the SDK calls it. The model streams, so that its silence ends the call, but the SDK gets the pieces at once:
 * the text is of no use before it is whole, and each piece on its own would pass through five web streams.
 */
export function createSdkFetch({ fetch: vendorFetch, idleMs, maxBytes, onInterrupted }: Deps): typeof fetch {
  return async (input, init = {}) => {
    try {
      const answer = await vendorFetch(String(input), {
        method: 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: String(init.body),
        deadlineMs: MAX_MS,
        idleMs,
        maxBytes,
        ...(init.signal && { signal: init.signal }),
      });
      if (answer.status >= 300 && answer.status < 400) throw new Error('The server of the model redirects');
      return toResponse(answer);
    } catch (error) {
      onInterrupted(error);
      // What came of a good answer has its price: the SDK counts it.
      if (error instanceof VendorError && error.heard?.status === 200) return toResponse(error.heard);
      throw error;
    }
  };
}

function toResponse({ status, headers, body }: VendorAnswer): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
