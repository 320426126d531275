import { Button, Stack } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { DeclaredFields, useDeclaredForm } from '../declared-fields.tsx';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import type { StepProps } from './step-props.ts';

export function FieldsStep({ step, isBusy, error, fault, keeping, advance }: StepProps<'fields'>) {
  const { t } = useTexts();
  const form = useDeclaredForm(step.fields, keeping);
  const faults = sortFaults(step.fields, { error, fault });
  const submit = form.onSubmit((values) => advance({ kind: 'fields', step: step.name, values }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <DeclaredFields form={form} fields={step.fields} faults={faults.byField} />
        <StepAlert text={faults.general} />
        <Button type="submit" loading={isBusy}>
          {t('channels.connecting.next')}
        </Button>
      </Stack>
    </form>
  );
}
