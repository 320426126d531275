/** Error codes `domain.reason` and their HTTP status: the one map of the product. The texts stand under `errors.<code>`. */
export const errorStatus = {
  'request.invalid': 400,
  'request.too_large': 413,
  'request.not_found': 404,
  'request.conflict': 409,
  'request.method': 405,
  'request.rate_limited': 429,
  'request.cross_site': 403,
  'request.unknown_host': 421,
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.impersonated': 403,
  'auth.token_invalid': 400,
  'auth.email_taken': 409,
  'auth.email_unconfirmed': 409,
  'auth.wrong_password': 400,
  'auth.wrong_credentials': 400,
  'auth.weak_password': 400,
  'auth.signup_closed': 403,
  'auth.privacy_required': 400,
  'channels.not_found': 404,
  'channels.type_unsupported': 400,
  'channels.widget_exists': 409,
  'channels.link_exists': 409,
  'channels.token_invalid': 400,
  'channels.credentials_invalid': 400,
  'channels.steps_needed': 409,
  'channels.return_unknown': 400,
  'channels.public_address_needed': 409,
  'channels.already_connected': 409,
  'channels.account_not_registered': 409,
  'channels.wrong_language_login': 409,
  'channels.limit': 409,
  'channels.vendor_unreachable': 502,
  'channels.webhook_foreign': 409,
  'dialogs.not_found': 404,
  'dialogs.message_not_found': 404,
  'dialogs.empty_message': 400,
  'dialogs.too_long': 400,
  'dialogs.foreign_file': 400,
  'dialogs.not_retryable': 409,
  'dialogs.not_discardable': 409,
  'dialogs.no_transcription': 409,
  'dialogs.banned': 409,
  'knowledge.not_found': 404,
  'knowledge.pair_not_found': 404,
  'knowledge.search_too_short': 400,
  'knowledge.search_too_slow': 409,
  'knowledge.limit': 409,
  'knowledge.memory_limit': 409,
  'files.too_large': 413,
  'files.too_many_pixels': 413,
  'files.too_complex': 413,
  'files.wrong_type': 400,
  'files.empty': 400,
  'files.not_found': 404,
  'files.quota': 409,
  'widget.origin_refused': 403,
  'widget.token_invalid': 404,
  'server.unavailable': 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Body of every error answer. `details` names fields: `{ field: reason }`. */
export type ErrorBody = { code: ErrorCode; message: string; requestId: string; details?: Record<string, string> };

export const errorCodes = Object.freeze(Object.keys(errorStatus).filter(isErrorCode));

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}
