import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FieldValues } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { ApiError } from '../../platform/api/api-error.ts';
import { all, rules } from '../../platform/forms/rules.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { AddressTried } from '../address-tried.tsx';
import { BaseSelect } from '../base-select.tsx';
import { sortFaults } from '../field-faults.ts';
import { keepTyped, readTyped } from '../typed-values.ts';
import { useBaseChoice } from '../use-base-choice.ts';
import { StepAlert } from './step-alert.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

/** The last step of every channel: whose account it is, its name here, and what it answers from. */
export function ReviewStep({
  step,
  isBusy,
  error,
  fault,
  keeping,
  given,
  goBack,
  isAddressTried,
  isRefused,
  channel,
  advance,
}: StepProps<'review'>) {
  const { t } = useTexts();
  const typed: FieldValues = { ...given?.values, ...readTyped(keeping) };
  const base = useBaseChoice(typed.knowledgeBaseId ?? step.knowledgeBaseId);
  const form = useForm({
    initialValues: { name: typed.name ?? step.channelName },
    onValuesChange: (values) => keepTyped(keeping, { ...readTyped(keeping), ...values }),
    validate: { name: all(rules.required, rules.maxLength(limits.nameText)) },
  });
  const typedNow = (): FieldValues => ({ ...typed, ...readTyped(keeping), name: form.values.name });
  const chooseBase = (knowledgeBaseId: string) => {
    base.choose(knowledgeBaseId);
    keepTyped(keeping, { name: form.values.name, knowledgeBaseId });
  };
  // Another program may have taken the account's messages since the step was shown.
  const isTakenSince = error instanceof ApiError && error.code === 'channels.webhook_foreign';
  const isForeign = step.foreignWebhook !== null || isTakenSince;
  const submit = form.onSubmit(({ name }) =>
    base.settle().then(
      (knowledgeBaseId) =>
        advance({ kind: 'review', step: step.name, name: name.trim(), knowledgeBaseId, replaceWebhook: isForeign }),
      // It is told beside the button.
      () => undefined,
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <Account account={step.account} />
        {step.foreignWebhook !== null && (
          <Alert color="amber" variant="light" role="alert">
            {t('channels.connecting.foreign', { address: step.foreignWebhook })}
          </Alert>
        )}
        <TextInput label={t('channels.field.name')} {...form.getInputProps('name')} />
        <BaseSelect {...base.field} onChange={chooseBase} />
        <AddressTried isTried={isAddressTried} isRefused={isRefused} channel={channel} />
        <StepAlert text={sortFaults([], { error: base.error ?? error, fault }).general} error={error} />
        <StepButtons onBack={goBack && (() => goBack(typedNow()))} isBusy={isBusy || base.isBusy}>
          <Button type="submit" loading={isBusy || base.isBusy}>
            {t(isForeign ? 'channels.connecting.replace' : 'channels.connecting.finish')}
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
}

function Account({ account }: { account: StepProps<'review'>['step']['account'] }) {
  const { t } = useTexts();
  const { title, accountName, profileUrl } = account;
  const name = title || accountName;
  if (name === '') return null;
  return (
    <Alert color="green" variant="light" role="status">
      {t('channels.connecting.found', { name })}
      {accountName !== '' && accountName !== name && ' · '}
      {accountName !== '' && accountName !== name && profileUrl === null && accountName}
      {accountName !== '' && accountName !== name && profileUrl !== null && (
        <Anchor href={profileUrl} target="_blank" rel="noopener noreferrer">
          {accountName}
        </Anchor>
      )}
    </Alert>
  );
}
