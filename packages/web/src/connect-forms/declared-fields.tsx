import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { FieldValues, FormField } from '@otvet/contract';
import { readFields } from '@otvet/contract/values';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isTextKey, translate, translateOr, useTexts } from '../platform/texts/texts.ts';
import { fieldText } from './field-faults.ts';
import { type Keeping, keepTyped, readTyped } from './typed-values.ts';

export type DeclaredForm = UseFormReturnType<FieldValues>;

type Start = {
  /** A reload keeps what was typed, but for secrets. */
  keeping?: Keeping;
  /** What stands there already; a secret that is left empty stays as it is. */
  saved?: FieldValues;
  /** What was given to the same form before; a secret that is left empty stays as it is. */
  given?: { values: FieldValues; secrets: readonly string[] } | null;
};

/** A form over declared fields: asked and checked by the same declaration as on the server. */
export function useDeclaredForm(fields: readonly FormField[], { keeping, saved, given }: Start): DeclaredForm {
  const isSecret = (name: string) => fields.some((field) => field.name === name && field.kind === 'secret');
  return useForm<FieldValues>({
    initialValues: startValues(
      fields,
      saved ?? { ...given?.values, ...(keeping === undefined ? {} : readTyped(keeping)) },
    ),
    onValuesChange: (values) => {
      if (keeping === undefined) return;
      const entries = Object.entries(values);
      keepTyped(keeping, Object.fromEntries(entries.filter(([name]) => !isSecret(name))));
      keeping.onSecret(entries.some(([name, value]) => isSecret(name) && value !== ''));
    },
    validate: (values) => {
      const reading = readFields(fields, values);
      if (reading.isValid) return {};
      return Object.fromEntries(
        fields.flatMap((field) => {
          const reason = reading.faults[field.name];
          const isThere = saved !== undefined || given?.secrets.includes(field.name) === true;
          const isKept = isThere && reason === 'required' && field.kind === 'secret';
          return reason === undefined || isKept ? [] : [[field.name, fieldText(field, reason)]];
        }),
      );
    },
  });
}

/** A value for each field: those that stand there, and nothing. */
export function startValues(fields: readonly FormField[], kept: FieldValues): FieldValues {
  return Object.fromEntries(fields.map(({ name }) => [name, kept[name] ?? '']));
}

type Props = {
  form: DeclaredForm;
  fields: readonly FormField[];
  faults: Record<string, string>;
  /** What is known of a value that is not shown, by field. */
  notes?: Record<string, string>;
};

/** The inputs of declared fields; a secret is hidden and can be looked at. What may be left out stands behind a button. */
export function DeclaredFields({ form, fields, faults, notes = {} }: Props) {
  const show = (field: FormField) => (
    <DeclaredField key={field.name} field={field} form={form} fault={faults[field.name]} note={notes[field.name]} />
  );
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = required.length === 0 ? [] : fields.filter(({ isRequired }) => !isRequired);
  const [isAsked, setIsAsked] = useState(false);
  const isNeeded = optional.some(({ name }) => form.values[name] !== '' || (form.errors[name] ?? faults[name]));
  const shown = required.length === 0 ? fields : required;
  return (
    <Stack gap={14}>
      {shown.map(show)}
      {optional.length > 0 && (
        <MoreFields isOpen={isAsked || isNeeded} onToggle={() => setIsAsked(!isAsked)}>
          {optional.map(show)}
        </MoreFields>
      )}
    </Stack>
  );
}

function MoreFields({ isOpen, onToggle, children }: { isOpen: boolean; onToggle: () => void; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <Button
        variant="subtle"
        color="secondary"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
        aria-expanded={isOpen}
        rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        onClick={onToggle}
      >
        {t('channels.connecting.more_fields')}
      </Button>
      {isOpen && children}
    </>
  );
}

type FieldProps = { field: FormField; form: DeclaredForm; fault: string | undefined; note: string | undefined };

function DeclaredField({ field, form, fault, note }: FieldProps) {
  const { t } = useTexts();
  const error = form.errors[field.name] ?? fault;
  const hint = field.hint === null || !isTextKey(field.hint) ? [] : [translate(field.hint)];
  const words = note === undefined ? hint : [...hint, note];
  const shared = {
    label: translateOr(field.label, 'channels.connecting.field'),
    description: words.length === 0 ? undefined : words.join(' '),
    placeholder: field.placeholder ?? undefined,
    withAsterisk: false,
    autoComplete: 'off',
    ...form.getInputProps(field.name),
    error,
    'aria-invalid': error !== undefined,
  };
  if (field.kind === 'text') return <TextInput {...shared} />;
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }} {...shared} />;
}
