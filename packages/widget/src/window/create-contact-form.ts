import type { WidgetConfig } from '@otvet/contract';
import type { CallResult, Contact } from '../protocol/protocol-client.ts';
import { buildElement } from '../shared/build-element.ts';
import { type ContactFault, checkContact } from '../state/check-contact.ts';
import type { Texts } from './texts.ts';

type Options = {
  words: Texts;
  fields: WidgetConfig['fields'];
  save(contact: Contact): Promise<CallResult>;
  /** Saved or skipped. */
  onDone(): void;
};

const inputs = {
  name: { autocomplete: 'name', type: 'text', maxlength: '100' },
  email: { autocomplete: 'email', type: 'email', maxlength: '254' },
  phone: { autocomplete: 'tel', type: 'tel', maxlength: '25' },
} as const;

/** The requested fields before the first message; forced ones cannot be skipped. */
export function createContactForm({ words, fields, save, onDone }: Options): HTMLFormElement {
  const boxes = fields.names.map((name) => {
    const input = buildElement('input', { ...inputs[name], id: `field-${name}`, 'aria-describedby': `fault-${name}` });
    const fault = buildElement('span', { class: 'fault', id: `fault-${name}`, role: 'alert' });
    const label = buildElement('label', { for: `field-${name}` }, words[name]);
    return { name, input, fault, box: buildElement('div', { class: 'field' }, label, input, fault) };
  });
  const general = buildElement('p', { class: 'fault', role: 'alert' });
  const submit = buildElement('button', { type: 'submit', class: 'primary' }, words.formSend);
  const buttons = buildElement('div', { class: 'buttons' }, submit);
  const form = buildElement('form', { class: 'card', novalidate: '' });
  form.append(buildElement('h2', {}, words.formTitle), buildElement('p', {}, words.formText));
  form.append(...boxes.map(({ box }) => box), general, buttons);
  if (!fields.isForced) {
    const skip = buildElement('button', { type: 'button', class: 'plain' }, words.formSkip);
    skip.addEventListener('click', onDone);
    buttons.append(skip);
  }

  const showFaults = (faults: Partial<Record<keyof typeof inputs, ContactFault>>) => {
    for (const { name, input, fault } of boxes) {
      fault.textContent = faults[name] === undefined ? '' : words[`${name}Wrong`];
      input.setAttribute('aria-invalid', String(faults[name] !== undefined));
    }
    boxes.find(({ name }) => faults[name] !== undefined)?.input.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(boxes.map(({ name, input }) => [name, input.value]));
    const { contact, faults } = checkContact(values, fields);
    showFaults(faults);
    if (Object.keys(faults).length > 0) return;
    const isEmpty = Object.keys(contact).length === 0;
    general.textContent = isEmpty ? words.fieldsEmpty : '';
    if (isEmpty) return;
    submit.disabled = true;
    const result = await save(contact);
    submit.disabled = false;
    if (result.kind === 'ok') onDone();
    else general.textContent = words.notDone;
  });
  return form;
}
