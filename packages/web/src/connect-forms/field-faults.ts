import type { ConnectFault, FormField } from '@otvet/contract';
import { ApiError } from '../platform/api/api-error.ts';
import { errorText } from '../platform/api/error-text.ts';
import { isTextKey, translate, translateOr } from '../platform/texts/texts.ts';

/** What is wrong, in words: at the fields that are to blame, and the rest above them. */
export type Faults = { byField: Record<string, string>; general: string | null };

type Failure = { error: unknown; fault: ConnectFault | null };

/** Puts the refusal of the server or the platform where it belongs; the only field of a step takes every refusal of what was typed. */
export function sortFaults(fields: readonly FormField[], { error, fault }: Failure): Faults {
  if (error instanceof ApiError) return sortError(fields, error);
  if (error !== null && error !== undefined) return { byField: {}, general: errorText(error) };
  if (fault === null) return { byField: {}, general: null };
  const text = translateOr(`channels.reason.${fault.reason}`, 'errors.channels.credentials_invalid');
  const field = fields.find(({ name }) => name === fault.field);
  return field === undefined ? { byField: {}, general: text } : { byField: { [field.name]: text }, general: null };
}

function sortError(fields: readonly FormField[], error: ApiError): Faults {
  const blamed = fields.filter(({ name }) => error.details[name] !== undefined);
  const byField = Object.fromEntries(
    blamed.map((field) => [field.name, fieldText(field, error.details[field.name] ?? '') ?? refusalText(error)]),
  );
  const [only] = fields;
  const isTyped = error.status === 400;
  if (blamed.length === 0 && isTyped && only !== undefined && fields.length === 1)
    return { byField: { [only.name]: refusalText(error) }, general: null };
  return { byField, general: blamed.length > 0 ? null : refusalText(error) };
}

/** The platform's reason, in the words that a reload shows too; else what the code means. */
function refusalText(error: ApiError): string {
  const key = `channels.reason.${error.details.reason}`;
  return isTextKey(key) ? translate(key) : errorText(error);
}

/** What to say about a value that does not fit the declaration of its field; undefined for a reason that is none of its. */
export function fieldText(field: FormField, reason: string): string | undefined {
  if (reason === 'required') return translate('errors.field.required');
  if (reason === 'too_big') return translate('errors.field.max_length', { count: field.maxLength });
  if (reason === 'form' || reason === 'text') return translateOr(field.wrongForm ?? '', 'errors.field.form');
  const key = `channels.reason.${reason}`;
  return isTextKey(key) ? translate(key) : undefined;
}
