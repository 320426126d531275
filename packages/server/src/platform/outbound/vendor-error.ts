import type { VendorAnswer } from './vendor-fetch.ts';

/**
 * `too_slow`: the deadline; `silent`: nothing came for too long; `too_large`: the body is beyond its bound;
 * `aborted`: the caller gave up; `broken`: no connection, a cut one, or an answer that is no HTTP (see `cause`).
 */
export type VendorReason = 'too_slow' | 'silent' | 'too_large' | 'aborted' | 'broken';

/** A call to a vendor that ended without a whole answer. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly reason: VendorReason;
  /** What had come by then, where at least the head had. */
  heard: VendorAnswer | undefined;

  constructor(reason: VendorReason, options: { cause?: unknown } = {}) {
    super(`vendor: ${reason}`, options);
    this.reason = reason;
  }
}
