import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserDataUpdate } from '@otvet/contract';
import { limits, messengers } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../platform/api/error-text.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { updateUserData } from '../../../platform/queries/update-user-data.ts';
import { noteSignUpStep } from '../../../platform/session/sign-up-step.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { goOn } from '../lead-on.ts';
import { FormFrame } from './form-frame.tsx';

/** Last step of the registration: how to reach the new owner. */
export function CompletionForm() {
  const { t } = useTexts();
  const finish = () => {
    noteSignUpStep(null);
    return goOn();
  };
  const save = useMutation({
    mutationFn: (update: UserDataUpdate) => updateUserData(update),
    onSuccess: () => finish(),
  });
  const form = useForm<{ messenger: (typeof messengers)[number]; contact: string }>({
    initialValues: { messenger: messengers[0], contact: '' },
    validate: { contact: all(rules.required, rules.maxLength(limits.contactText)) },
  });
  return (
    <FormFrame
      title={t('auth.completion.title')}
      text={t('auth.completion.text')}
      error={save.isError ? errorText(save.error) : null}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NativeSelect
        label={t('auth.completion.messenger')}
        size="md"
        data={messengers.map((messenger) => ({ value: messenger, label: t(`auth.messenger.${messenger}`) }))}
        {...form.getInputProps('messenger')}
      />
      <TextInput
        label={t('auth.completion.contact')}
        placeholder={t(`auth.completion.example.${form.values.messenger}`)}
        size="md"
        {...form.getInputProps('contact')}
      />
      <Button type="submit" size="md" loading={save.isPending}>
        {t('auth.completion.button')}
      </Button>
      <Button variant="subtle" color="secondary" onClick={() => void finish()}>
        {t('auth.completion.later')}
      </Button>
    </FormFrame>
  );
}
