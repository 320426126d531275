import { Button, Stack, Text } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from '../connect-dialog.module.css';
import { DeclaredFields, useDeclaredForm } from '../declared-fields.tsx';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import type { StepProps } from './step-props.ts';

/** A code from us to be entered on the platform, or one from the platform to be entered here. */
export function CodeStep({ step, channel, isBusy, error, fault, keeping, advance }: StepProps<'code'>) {
  const { t } = useTexts();
  const fields = step.field === null ? [] : [step.field];
  const form = useDeclaredForm(fields, keeping);
  const faults = sortFaults(fields, { error, fault });
  const submit = form.onSubmit((values) =>
    advance({ kind: 'code', step: step.name, value: step.field === null ? undefined : values[step.field.name] }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        {step.shown !== null && (
          <div>
            <Text c="dimmed">{t('channels.connecting.shown_code', { channel })}</Text>
            <code className={classes.code}>{step.shown}</code>
          </div>
        )}
        <DeclaredFields form={form} fields={fields} faults={faults.byField} />
        <StepAlert text={faults.general} />
        <Button type="submit" loading={isBusy}>
          {t('channels.connecting.next')}
        </Button>
      </Stack>
    </form>
  );
}
