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
        const counted = countBytes(response.body, {
          maxBytes,
          onPiece: restartIdle,
          onEnd: () => cancelIdle(),
          onTooLarge: fail,
        });
        const { status, statusText, headers } = response;
        return new Response(counted, { status, statusText, headers });
      } catch (error) {
        cancelIdle();
        throw error;
      }
    };
}

/** A stream that is pulled through: a TransformStream would cost more than all else in an answer of a few pieces. */
function countBytes(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limits: { maxBytes: number; onPiece(): void; onEnd(): void; onTooLarge(error: Error): void },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await reader.read();
      if (piece.done) {
        limits.onEnd();
        controller.close();
        return;
      }
      limits.onPiece();
      size += piece.value.byteLength;
      if (size > limits.maxBytes) {
        const error = new ModelAnswerTooLargeError();
        limits.onTooLarge(error);
        throw error;
      }
      controller.enqueue(piece.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
