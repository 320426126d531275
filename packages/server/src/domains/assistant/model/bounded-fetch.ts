import type { Clock } from '../../../platform/time/clock.ts';

export class ModelStalledError extends Error {
  constructor() {
    super('The model said nothing for too long');
    this.name = 'ModelStalledError';
  }
}

export class ModelAnswerTooLargeError extends Error {
  constructor() {
    super('The answer of the model is too large');
    this.name = 'ModelAnswerTooLargeError';
  }
}

type Limits = { clock: Clock; fetch: typeof fetch; idleMs: number; maxBytes: number };

/**
 * `fetch` for a model's server: silence before or between pieces and a body beyond `maxBytes` (counted after
 * decompression) end the call, and the connection with it. `onBound` hears the cause, which the SDK may wrap.
 */
export function createBoundedFetch({ clock, fetch: baseFetch, idleMs, maxBytes }: Limits) {
  return (onBound: (error: Error) => void): typeof fetch =>
    async (input, init = {}) => {
      const stop = new AbortController();
      const fail = (error: Error) => {
        onBound(error);
        stop.abort(error);
      };
      let cancelIdle = clock.after(idleMs, () => fail(new ModelStalledError()));
      const restartIdle = () => {
        cancelIdle();
        cancelIdle = clock.after(idleMs, () => fail(new ModelStalledError()));
      };
      const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
      signal.addEventListener('abort', () => cancelIdle(), { once: true });
      try {
        // Following a redirect would carry the key elsewhere.
        const response = await baseFetch(input, { ...init, redirect: 'error', signal });
        restartIdle();
        if (response.body === null) {
          cancelIdle();
          return response;
        }
        let size = 0;
        const counted = response.body.pipeThrough(
          new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
            transform(chunk, controller) {
              restartIdle();
              size += chunk.byteLength;
              if (size > maxBytes) {
                const error = new ModelAnswerTooLargeError();
                fail(error);
                controller.error(error);
                return;
              }
              controller.enqueue(chunk);
            },
            flush: () => cancelIdle(),
          }),
          { signal },
        );
        const { status, statusText, headers } = response;
        return new Response(counted, { status, statusText, headers });
      } catch (error) {
        cancelIdle();
        throw error;
      }
    };
}
