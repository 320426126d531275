import { emailPattern, hexColorPattern, isWebUrl, phonePattern } from '@otvet/contract/values';
import type { TextKey, TextParams } from '../texts/text-key.ts';
import { translate } from '../texts/texts.ts';

/** Says what is wrong with a value, or null. */
export type Rule<Value = string> = (value: Value, values: Record<string, unknown>) => string | null;

function check(isRight: boolean, key: TextKey, params?: TextParams): string | null {
  return isRight ? null : translate(key, params);
}

/** The validation rules of the specification, section 5. An empty optional value is right; `required` refuses it. */
export const rules = {
  required: (value: string) => check(value.trim() !== '', 'errors.field.required'),
  email: (value: string) => check(value === '' || emailPattern.test(value), 'errors.field.email'),
  hexColor: (value: string) => check(value === '' || hexColorPattern.test(value), 'errors.field.hex_color'),
  phone: (value: string) => check(value === '' || phonePattern.test(value), 'errors.field.phone'),
  url: (value: string) => check(value === '' || isWebUrl(value), 'errors.field.url'),
  minLength: (min: number) => (value: string) =>
    check(value === '' || value.length >= min, 'errors.field.min_length', { count: min }),
  maxLength: (max: number) => (value: string) => check(value.length <= max, 'errors.field.max_length', { count: max }),
  range:
    ({ min, max }: { min: number; max: number }) =>
    (value: number | string) =>
      typeof value === 'number' ? checkRange(value, { min, max }) : translate('errors.field.numeric'),
  sameAs: (other: string) => (value: string, values: Record<string, unknown>) =>
    check(value === values[other], 'errors.field.same_as'),
  accepted: (value: boolean) => check(value, 'errors.field.privacy'),
} as const;

function checkRange(value: number, { min, max }: { min: number; max: number }): string | null {
  if (value < min) return translate('errors.field.min', { value: min });
  return check(value <= max, 'errors.field.max', { value: max });
}

/** The first complaint of several rules. */
export function all<Value>(...list: Rule<Value>[]): Rule<Value> {
  return (value, values) => {
    for (const rule of list) {
      const complaint = rule(value, values);
      if (complaint !== null) return complaint;
    }
    return null;
  };
}
