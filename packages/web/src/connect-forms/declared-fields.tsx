import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { FieldValues, FormField } from '@otvet/contract';
import { readFields } from '@otvet/contract/values';
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

/** The inputs of declared fields; a secret is hidden and can be looked at. */
export function DeclaredFields({ form, fields, faults }: Props) {
  const { t } = useTexts();
  return (
    <Stack gap={14}>
      {fields.map((field) => {
        const error = form.errors[field.name] ?? faults[field.name];
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
        return field.kind === 'secret' ? (
          <PasswordInput
            key={field.name}
            visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
            {...shared}
          />
        ) : (
          <TextInput key={field.name} {...shared} />
        );
      })}
    </Stack>
  );
}
