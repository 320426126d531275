import { ApiError } from '../api/api-error.ts';
import { isTextKey, translate } from '../texts/texts.ts';
import { faultText, findFieldFaults, type MarkedForm } from './field-faults.ts';

/** What the server said of the fields of a form, in words. Empty: the failure is about none of them. */
export function refusedFields(error: unknown, sent: Record<string, unknown>): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const { code } = error;
  const details = code === 'auth.email_taken' ? { email: code } : error.details;
  const faults = Object.entries(findFieldFaults({ details, sent, under: '' }));
  return Object.fromEntries(faults.map(([name, fault]) => [name, textOf(code, fault.reason) ?? faultText(fault)]));
}

/** Marks these fields with these words and leads to the first. */
export function markRefused(form: MarkedForm, refused: Record<string, string>): void {
  const [first] = Object.keys(refused);
  if (first === undefined) return;
  form.setErrors(refused);
  form.getInputNode(first)?.focus();
}

/** Refusals with words of their own, which no other field has. */
function textOf(code: string, reason: string): string | undefined {
  if (code === 'auth.email_taken') return translate('errors.auth.email_taken');
  if (code !== 'auth.weak_password') return undefined;
  const key = `auth.strength.warning.${reason}`;
  return translate(isTextKey(key) ? key : 'errors.auth.weak_password');
}
