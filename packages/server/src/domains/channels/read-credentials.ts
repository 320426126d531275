import type { FieldValues } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';

const MAX_CREDENTIALS = 20;

/** What stands beside the named fields of a call: credentials by their names, texts alone. */
export function readCredentials(given: Record<string, unknown>): FieldValues {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  if (entries.length > MAX_CREDENTIALS) throw new AppError('request.invalid', { details: { body: 'too_big' } });
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value !== 'string')
        throw new AppError('request.invalid', { details: { [name.slice(0, 100)]: 'unknown' } });
      return [name, value];
    }),
  );
}
