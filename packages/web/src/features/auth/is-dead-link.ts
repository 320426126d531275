import { ApiError } from '../../platform/api/api-error.ts';

/** Whether a mailed link is used up, out of date, or no link of ours: a cut token does not even have the form of one. */
export function isDeadLink(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'auth.token_invalid' || (error.code === 'request.invalid' && 'token' in error.details);
}
