import { ApiError } from '../api/api-error.ts';
import { translate, translateOr } from '../texts/texts.ts';
import { showErrorToast } from '../toast/show-toast.ts';

/** A field that the server refused: the reason is a key of `errors.field.*`, the line that of a list of texts. */
export type FieldFault = { reason: string; at?: number; line?: string };

type Refusal = {
  /** `{ field: reason }`, as the server tells it. */
  details: Record<string, string>;
  /** What was sent: only its fields can be marked. */
  sent: Record<string, unknown>;
  /** Where the fields stand in the request, with its dot: `options.`. */
  under: string;
};

/** The fields of a form that are to blame; the first fault of each. */
export function findFieldFaults({ details, sent, under }: Refusal): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {};
  for (const [path, reason] of Object.entries(details)) {
    if (!path.startsWith(under)) continue;
    const [name = '', place] = path.slice(under.length).split('.');
    if (!Object.hasOwn(sent, name) || faults[name] !== undefined) continue;
    faults[name] = { reason, ...findLine(sent[name], Number(place)) };
  }
  return faults;
}

function findLine(value: unknown, at: number): { at: number; line: string } | undefined {
  const line: unknown = Array.isArray(value) ? value[at] : undefined;
  return typeof line === 'string' ? { at, line } : undefined;
}

export type MarkedForm = {
  setErrors(errors: Record<string, string>): void;
  getInputNode(path: string): { focus(): void } | null;
};

/** Marks the fields that the server refused and leads to the first; a failure about none of them is told by a toast. */
export function showRefusal(
  error: unknown,
  { form, sent, under = '' }: { form: MarkedForm; sent: Record<string, unknown>; under?: string },
): void {
  const details = error instanceof ApiError ? error.details : {};
  const faults = Object.entries(findFieldFaults({ details, sent, under }));
  if (faults.length === 0) {
    showErrorToast(error);
    return;
  }
  form.setErrors(Object.fromEntries(faults.map(([name, fault]) => [name, faultText(fault)])));
  form.getInputNode(faults[0]?.[0] ?? '')?.focus();
}

/** What is wrong with a field, and in which of its lines. */
export function faultText({ reason, at, line }: FieldFault): string {
  const text = translateOr(`errors.field.${reason}`, 'errors.field.form');
  return at === undefined ? text : translate('errors.field.line', { line: at + 1, text: line ?? '', fault: text });
}
