import { Text } from '@mantine/core';
import { CopyLine } from '../../components/ui/copy-line.tsx';
import { useTexts } from '../../platform/texts/texts.ts';
import { AddressTried } from '../address-tried.tsx';
import classes from '../connect-dialog.module.css';
import { FormOfFields } from './form-of-fields.tsx';
import type { StepProps } from './step-props.ts';

/** A code from us to be entered on the platform, or one from the platform to be entered here. */
export function CodeStep({ step, channel, isAddressTried, isRefused, advance, ...rest }: StepProps<'code'>) {
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
        <Shown shown={step.shown} labels={step.labels} channel={channel} isExplained={step.instructions.length > 0} />
      )}
      <AddressTried isTried={isAddressTried} isRefused={isRefused} channel={channel} />
    </FormOfFields>
  );
}

type ShownProps = { shown: string; labels: readonly string[]; channel: string; isExplained: boolean };

/** A code is typed over there; an address, and each of several lines, is copied. */
function Shown({ shown, labels: names, channel, isExplained }: ShownProps) {
  const { t } = useTexts();
  const lines = shown.split('\n');
  if (lines.length > 1 || /^https?:/.test(shown)) {
    const labels = { copy: t('channels.embed.copy'), copied: t('channels.embed.copied') };
    return lines.map((line, at) => (
      <div key={line}>
        {names[at] !== undefined && <Text fw={600}>{names[at]}</Text>}
        <CopyLine line={line} labels={labels} testId="shown-address" color="secondary.1" />
      </div>
    ));
  }
  return (
    <div>
      {!isExplained && <Text c="dimmed">{t('channels.connecting.shown_code', { channel })}</Text>}
      <code className={classes.code}>{shown}</code>
    </div>
  );
}
