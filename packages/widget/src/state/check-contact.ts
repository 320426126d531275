import { phonePattern } from '@otvet/contract/values';

type FieldName = 'name' | 'email' | 'phone';
export type ContactFault = 'required' | 'wrong';
type Contact = { name?: string; email?: string; phone?: string };
type Checked = { contact: Contact; faults: Partial<Record<FieldName, ContactFault>> };

const shapes: Record<FieldName, RegExp> = {
  name: /^.{1,100}$/su,
  // Wider than the server's own pattern, which weighs more than the widget can have: the server has the last word.
  email: /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/,
  phone: phonePattern,
};

/** Reads what was typed; forced fields must be there, the others only right if given. */
export function checkContact(
  values: Partial<Record<string, string>>,
  fields: { names: readonly FieldName[]; isForced: boolean },
): Checked {
  const contact: Contact = {};
  const faults: Checked['faults'] = {};
  for (const name of fields.names) {
    const value = (values[name] ?? '').trim();
    if (value === '') {
      if (fields.isForced) faults[name] = 'required';
    } else if (!shapes[name].test(value) || (name === 'phone' && value.replace(/\D/g, '').length < 5)) {
      faults[name] = 'wrong';
    } else {
      contact[name] = value;
    }
  }
  return { contact, faults };
}
