/** One thing that an owner types while a channel is connected: declared once per connector, asked, checked and sealed from here. */
export type FormField = {
  name: string;
  /** `secret` is typed into a password field, sealed at rest and never shown again. */
  kind: 'text' | 'secret';
  isRequired: boolean;
  maxLength: number;
  /** What the trimmed value must match as a whole: its form only, whether it works is for the platform to say. */
  pattern: string | null;
  /** Keys of the texts: name of the field, help below it, what to say about a wrong form. */
  label: string;
  hint: string | null;
  wrongForm: string | null;
  /** Shown as it stands: an example in the platform's own form. */
  placeholder: string | null;
  /** Whether the end of this value is kept readable, so that an owner recognises what is connected. */
  isRecognisable: boolean;
};

/** Typed values by name of the field. */
export type FieldValues = Record<string, string>;

export type FieldReading = { isValid: true; values: FieldValues } | { isValid: false; faults: Record<string, string> };

/** No more of an unknown name is given back: its length is the caller's. */
const MAX_ECHO = 100;

/**
 * Checks what was typed against the declared fields: the same on the screen and on the server.
 * A name that no field has is refused, so that a misspelt one cannot be lost in silence.
 */
export function readFields(fields: readonly FormField[], typed: FieldValues): FieldReading {
  const values: FieldValues = {};
  const faults: Record<string, string> = {};
  for (const name of Object.keys(typed)) {
    if (!fields.some((field) => field.name === name)) faults[name.slice(0, MAX_ECHO)] = 'unknown';
  }
  for (const field of fields) {
    const value = (Object.hasOwn(typed, field.name) ? (typed[field.name] ?? '') : '').trim();
    const fault = findFault(field, value);
    if (fault !== undefined) faults[field.name] = fault;
    else if (value !== '') values[field.name] = value;
  }
  return Object.keys(faults).length === 0 ? { isValid: true, values } : { isValid: false, faults };
}

function findFault(field: FormField, value: string): string | undefined {
  if (value === '') return field.isRequired ? 'required' : undefined;
  if (value.length > field.maxLength) return 'too_big';
  if (value.includes('\u0000') || !value.isWellFormed()) return 'text';
  const isFit = field.pattern === null || new RegExp(`^(?:${field.pattern})$`, 'u').test(value);
  return isFit ? undefined : 'form';
}

/** Names of the fields that are secret. */
export function secretNames(fields: readonly FormField[]): string[] {
  return fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
}

/** Last four characters of the value by which an owner recognises the connection; null where there is none. */
export function readTail(fields: readonly FormField[], values: FieldValues): string | null {
  const field = fields.find(({ isRecognisable }) => isRecognisable);
  const value = field && values[field.name];
  return value === undefined || value.length < 8 ? null : value.slice(-4);
}
