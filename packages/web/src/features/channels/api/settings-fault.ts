import { ApiError } from '../../../platform/api/api-error.ts';

type Code = 'channels.settings_not_loaded' | 'channels.settings_not_saved';

/** A failure that says nothing by itself says at least what did not happen; any other keeps its own words. */
export function toSettingsFault(error: unknown, code: Code): unknown {
  if (!(error instanceof ApiError) || error.code !== 'internal') return error;
  return new ApiError({ code, status: error.status, details: error.details, cause: error });
}
