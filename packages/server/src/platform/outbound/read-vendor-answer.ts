import type { Dispatcher } from 'undici';
import type { Clock } from '../time/clock.ts';
import { type BodyCollector, collectBody } from './collect-body.ts';
import { flattenHeaders } from './flatten-headers.ts';
import { VendorError } from './vendor-error.ts';
import type { VendorAnswer, VendorRequest } from './vendor-fetch.ts';

type Call = {
  request: VendorRequest;
  clock: Clock;
  resolve(answer: VendorAnswer): void;
  reject(error: VendorError): void;
};

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_MS = 60_000;

/** What undici calls back for one request: the answer when it is whole, an error as soon as a bound is hit. */
export function readVendorAnswer({ request, clock, resolve, reject }: Call): Dispatcher.DispatchHandler {
  let connection: Dispatcher.DispatchController | undefined;
  let head: Omit<VendorAnswer, 'body'> | undefined;
  let body: BodyCollector | undefined;
  let ended: VendorError | 'whole' | undefined;
  const bounds = watchBounds({ request, clock, onEnd: end });

  function end(error?: VendorError): void {
    if (ended !== undefined) return;
    ended = error ?? 'whole';
    bounds.stop();
    const answer = head && body && { ...head, body: body.soFar() };
    body?.close();
    if (error === undefined && answer) resolve(answer);
    else fail(error ?? new VendorError('broken'), answer);
  }

  function fail(error: VendorError, answer: VendorAnswer | undefined): void {
    error.heard = answer;
    reject(error);
    connection?.abort(error);
  }

  return {
    onRequestStart(controller) {
      connection = controller;
      // It ended while it waited for a connection: nothing of it may leave.
      if (ended instanceof VendorError) controller.abort(ended);
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      bounds.hear();
      head = { status, headers: flattenHeaders(headers) };
      const maxBytes = request.maxBytes ?? MAX_BYTES;
      body = collectBody({ encoding: head.headers['content-encoding'], maxBytes, flow: controller, onEnd: end });
    },
    onResponseData(_controller, piece) {
      bounds.hear();
      body?.take(piece);
    },
    onResponseEnd: () => body?.end(),
    onResponseError: (_controller, cause) => end(new VendorError('broken', { cause })),
  };
}

type Watch = { request: VendorRequest; clock: Clock; onEnd(error: VendorError): void };

/** Deadline, silence and the caller's signal of one call. */
function watchBounds({ request: { deadlineMs = MAX_MS, idleMs, signal }, clock, onEnd }: Watch) {
  const waitForSilence = () =>
    idleMs === undefined ? () => undefined : clock.after(idleMs, () => onEnd(new VendorError('silent')));
  const onAbort = () => onEnd(new VendorError('aborted', { cause: signal?.reason }));
  const cancelDeadline = clock.after(deadlineMs, () => onEnd(new VendorError('too_slow')));
  let cancelSilence = waitForSilence();
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    hear() {
      cancelSilence();
      cancelSilence = waitForSilence();
    },
    stop() {
      cancelDeadline();
      cancelSilence();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
