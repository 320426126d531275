import { ApiError } from './api-error.ts';

const FIRST_FAULT = 400;

/** Whether the server itself said no. After anything else a change may have been made all the same. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= FIRST_FAULT && !unsure.has(error.code);
}

/** A failure of the server, or an answer of something before it. */
const unsure = new Set(['internal', 'wrong_response_from_server']);
