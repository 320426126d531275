import { translate, translateOr } from '../texts/texts.ts';
import { ApiError } from './api-error.ts';

/** Reasons of a refused field whose words say by themselves which field is meant: others stand beside their field only. */
const tellingReasons = new Set(['name_address', 'name_characters', 'origin', 'origin_public']);

/** What went wrong, in the language of the user. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('errors.common');
  const wait = waitText(error);
  if (wait !== undefined) return translate('errors.request.rate_limited_for', { wait });
  return translateOr(keyOf(error), 'errors.common');
}

/** How long to wait after too many attempts, in words; undefined for any other failure. */
export function waitText(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'request.rate_limited') return undefined;
  return error.retryAfter === undefined ? undefined : describeWait(error.retryAfter);
}

/** The text of an error: that of the refused field where its words suffice, else that of the code. */
export function keyOf({ code, details }: Pick<ApiError, 'code' | 'details'>): string {
  const reason = Object.values(details).find((found) => tellingReasons.has(found));
  return reason === undefined ? `errors.${code}` : `errors.field.${reason}`;
}

const MINUTE_SECONDS = 60;

function describeWait(seconds: number): string {
  return seconds < MINUTE_SECONDS
    ? translate('errors.wait.seconds', { count: seconds })
    : translate('errors.wait.minutes', { count: Math.ceil(seconds / MINUTE_SECONDS) });
}
