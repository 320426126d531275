/** Why an address that a user gave could not be read; a key of texts, free of details about our network. */
export type OutboundReason =
  | 'url'
  | 'address_refused'
  | 'name_unknown'
  | 'too_many_redirects'
  | 'redirect_refused'
  | 'too_large'
  | 'too_slow'
  | 'content_type'
  | 'unreachable';

/** A fetch of a user's address that was refused or failed. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, options: { cause?: unknown } = {}) {
    super(`outbound: ${reason}`, options);
    this.reason = reason;
  }
}
