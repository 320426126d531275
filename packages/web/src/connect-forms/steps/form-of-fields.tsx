import { Button, Stack } from '@mantine/core';
import type { FieldValues, FormField } from '@otvet/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';
import { DeclaredFields, useDeclaredForm } from '../declared-fields.tsx';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import type { StepProps } from './step-props.ts';

type Props = Pick<StepProps<'fields'>, 'isBusy' | 'error' | 'fault' | 'keeping'> & {
  fields: readonly FormField[];
  /** Above the fields. */
  children?: ReactNode;
  submit: (values: FieldValues) => void;
};

/** A step's declared fields with what is wrong with them, and the way on. */
export function FormOfFields({ fields, isBusy, error, fault, keeping, children, submit }: Props) {
  const { t } = useTexts();
  const form = useDeclaredForm(fields, { keeping });
  const faults = sortFaults(fields, { error, fault });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap={14}>
        {children}
        <DeclaredFields form={form} fields={fields} faults={faults.byField} />
        <StepAlert text={faults.general} />
        <Button type="submit" loading={isBusy}>
          {t('channels.connecting.next')}
        </Button>
      </Stack>
    </form>
  );
}
