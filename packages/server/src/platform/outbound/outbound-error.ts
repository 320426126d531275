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
  /** It was a name that led there: whoever hears of the refusal learns that the own network knows the name. */
  readonly isOfName: boolean;

  constructor(reason: OutboundReason, options: { cause?: unknown; isOfName?: boolean } = {}) {
    super(`outbound: ${reason}`, options);
    this.reason = reason;
    this.isOfName = options.isOfName ?? false;
  }
}
