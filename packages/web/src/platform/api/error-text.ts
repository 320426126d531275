import { translate, translateOr } from '../texts/texts.ts';
import { ApiError } from './api-error.ts';

/** What went wrong, in the language of the user. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return translateOr(`errors.${error.code}`, 'errors.common');
  return translate('errors.common');
}
