import { Text } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from '../connect-dialog.module.css';
import { FormOfFields } from './form-of-fields.tsx';
import type { StepProps } from './step-props.ts';

/** A code from us to be entered on the platform, or one from the platform to be entered here. */
export function CodeStep({ step, channel, advance, ...rest }: StepProps<'code'>) {
  const { t } = useTexts();
  const { field } = step;
  return (
    <FormOfFields
      {...rest}
      fields={field === null ? [] : [field]}
      submit={(values) =>
        advance({ kind: 'code', step: step.name, value: field === null ? undefined : values[field.name] })
      }
    >
      {step.shown !== null && (
        <div>
          <Text c="dimmed">{t('channels.connecting.shown_code', { channel })}</Text>
          <code className={classes.code}>{step.shown}</code>
        </div>
      )}
    </FormOfFields>
  );
}
