import { Button, Stack } from '@mantine/core';
import type { FieldValues, FormField } from '@otvet/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';
import { DeclaredFields, useDeclaredForm } from '../declared-fields.tsx';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

type Props = Pick<StepProps<'fields'>, 'isBusy' | 'error' | 'fault' | 'keeping' | 'given' | 'goBack'> & {
  fields: readonly FormField[];
  /** Above the fields. */
  children?: ReactNode;
  submit: (values: FieldValues) => void;
};

/** A step's declared fields with what is wrong with them, and the way on. */
export function FormOfFields({ fields, isBusy, error, fault, keeping, given, goBack, children, submit }: Props) {
  const { t } = useTexts();
  const form = useDeclaredForm(fields, { keeping, given });
  const notes = Object.fromEntries((given?.secrets ?? []).map((name) => [name, t('channels.connecting.kept')]));
  const faults = sortFaults(fields, { error, fault });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap={14}>
        {children}
        <DeclaredFields form={form} fields={fields} faults={faults.byField} notes={notes} />
        <StepAlert text={faults.general} error={error} />
        <StepButtons onBack={goBack && (() => goBack(form.getValues()))} isBusy={isBusy}>
          <Button type="submit" loading={isBusy}>
            {t('channels.connecting.next')}
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
}
