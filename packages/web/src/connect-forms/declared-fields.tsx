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

/**
 * A form over declared fields: asked and checked by the same declaration as on the server. With `keeping` a reload keeps
 * what was typed, but for secrets.
 */
export function useDeclaredForm(fields: readonly FormField[], keeping?: Keeping): DeclaredForm {
  const isSecret = (name: string) => fields.some((field) => field.name === name && field.kind === 'secret');
  return useForm<FieldValues>({
    initialValues: startValues(fields, keeping),
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
          return reason === undefined ? [] : [[field.name, fieldText(field, reason)]];
        }),
      );
    },
  });
}

function startValues(fields: readonly FormField[], keeping: Keeping | undefined): FieldValues {
  const kept = keeping === undefined ? {} : readTyped(keeping);
  return Object.fromEntries(fields.map(({ name }) => [name, kept[name] ?? '']));
}

type Props = { form: DeclaredForm; fields: readonly FormField[]; faults: Record<string, string> };

/** The inputs of declared fields; a secret is hidden and can be looked at. What may be left out stands behind a button. */
export function DeclaredFields({ form, fields, faults }: Props) {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = required.length === 0 ? [] : fields.filter(({ isRequired }) => !isRequired);
  const [isAsked, setIsAsked] = useState(false);
  const isNeeded = optional.some(({ name }) => form.values[name] !== '' || (form.errors[name] ?? faults[name]));
  const shown = required.length === 0 ? fields : required;
  return (
    <Stack gap={14}>
      {shown.map((field) => (
        <DeclaredField key={field.name} field={field} form={form} fault={faults[field.name]} />
      ))}
      {optional.length > 0 && (
        <MoreFields isOpen={isAsked || isNeeded} onToggle={() => setIsAsked(!isAsked)}>
          {optional.map((field) => (
            <DeclaredField key={field.name} field={field} form={form} fault={faults[field.name]} />
          ))}
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

function DeclaredField({ field, form, fault }: { field: FormField; form: DeclaredForm; fault: string | undefined }) {
  const { t } = useTexts();
  const error = form.errors[field.name] ?? fault;
  const shared = {
    label: translateOr(field.label, 'channels.connecting.field'),
    description: field.hint === null || !isTextKey(field.hint) ? undefined : translate(field.hint),
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
