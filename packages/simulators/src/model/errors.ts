import type { ModelFault } from './faults.ts';

/** A failure as OpenAI-compatible servers word it: `{error:{message,type,param,code}}`. */
export type ModelFailure = { status: number; body: object; headers?: Record<string, string> };

/** Words a failure. */
export function fail(
  status: number,
  error: { message: string; type: string; code: string | null; param?: string },
): ModelFailure {
  return { status, body: { error: { param: null, ...error } } };
}

/** Pictures for a model that takes none, and one that is no picture, as OpenAI words both. */
export const PICTURES_UNSUPPORTED = fail(400, {
  message: 'Invalid content type. image_url is only supported by certain models.',
  type: 'invalid_request_error',
  code: null,
  param: 'messages.[1].content.[0].type',
});
export const PICTURE_INVALID = fail(400, {
  message:
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
  type: 'invalid_request_error',
  code: 'invalid_image_format',
});

/** The failures that need nothing but an answer; undefined for faults that spoil a good one. */
export function failureOf(fault: ModelFault): ModelFailure | undefined {
  const invalid = 'invalid_request_error';
  switch (fault.kind) {
    case 'unauthorized':
      return fail(401, { message: 'Incorrect API key provided.', type: invalid, code: 'invalid_api_key' });
    case 'model-not-found':
      return fail(404, {
        message: 'The model does not exist or you do not have access to it.',
        type: invalid,
        code: 'model_not_found',
      });
    case 'context-too-long':
      return fail(400, {
        message: "This model's maximum context length was exceeded.",
        type: invalid,
        code: 'context_length_exceeded',
        param: 'messages',
      });
    case 'rate-limited':
      return {
        ...fail(429, { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' }),
        headers: { 'retry-after': String(fault.retryAfter), 'retry-after-ms': String(fault.retryAfter * 1000) },
      };
    case 'quota-exhausted':
      return fail(429, {
        message: 'You exceeded your current quota.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      });
    case 'server-error':
      return fail(fault.status, { message: 'The server had an error.', type: 'server_error', code: null });
    case 'picture-invalid':
      return PICTURE_INVALID;
    case 'pictures-unsupported':
      return PICTURES_UNSUPPORTED;
    case 'overloaded':
      return { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } };
    default:
      return undefined;
  }
}
