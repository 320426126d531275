import { ApiError } from './api-error.ts';

/** Nothing stands at this address: it was deleted, or the address was never one. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
