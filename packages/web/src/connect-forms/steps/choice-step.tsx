import { Button, Radio, Stack } from '@mantine/core';
import type { ConnectChoice } from '@otvet/contract';
import { useState } from 'react';
import { isTextKey, translate, useTexts } from '../../platform/texts/texts.ts';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

/** One of the things that the platform offers, such as a page; what cannot be chosen says why. */
export function ChoiceStep({ step, isBusy, error, fault, given, goBack, advance }: StepProps<'choice'>) {
  const { t } = useTexts();
  const available = step.choices.filter(({ isAvailable }) => isAvailable);
  const [value, setValue] = useState(firstChosen(available, given?.values.value));
  const [isMissing, setIsMissing] = useState(false);
  const submit = () => {
    setIsMissing(value === '');
    if (value !== '') advance({ kind: 'choice', step: step.name, value });
  };
  const choose = (chosen: string) => {
    setValue(chosen);
    setIsMissing(false);
  };
  return (
    <Stack gap={14}>
      <Radio.Group
        label={t('channels.connecting.choose')}
        error={isMissing ? t('channels.connecting.not_chosen') : undefined}
        value={value}
        onChange={choose}
      >
        <Stack gap={10} mt={8}>
          {step.choices.map((choice) => (
            <Radio
              key={choice.value}
              color="secondary.8"
              value={choice.value}
              label={wordsOf(choice.title)}
              description={choice.hint === null ? undefined : wordsOf(choice.hint)}
              disabled={!choice.isAvailable}
            />
          ))}
        </Stack>
      </Radio.Group>
      {available.length === 0 && <StepAlert text={t('channels.connecting.nothing_to_choose')} />}
      <StepAlert text={sortFaults([], { error, fault }).general} error={error} />
      <StepButtons onBack={goBack && (() => goBack({ value }))} isBusy={isBusy}>
        <Button loading={isBusy} disabled={available.length === 0} onClick={submit}>
          {t('channels.connecting.next')}
        </Button>
      </StepButtons>
    </Stack>
  );
}

/** What was chosen before, or the only thing there is. */
function firstChosen(available: readonly ConnectChoice[], former: string | undefined): string {
  const [first, ...others] = available;
  if (available.some(({ value }) => value === former)) return former ?? '';
  return first !== undefined && others.length === 0 ? first.value : '';
}

/** A text of ours is a key, one of the platform its own words. */
function wordsOf(text: string): string {
  return isTextKey(text) ? translate(text) : text;
}
