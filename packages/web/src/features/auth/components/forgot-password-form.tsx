import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText, waitText } from '../../../platform/api/error-text.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { FormFrame } from './form-frame.tsx';
import { TextLink } from './text-link.tsx';

export function ForgotPasswordForm() {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const ask = useMutation({ mutationFn: (email: string) => api.user.forgotPassword({ email, locale }) });
  const wait = waitText(ask.error);
  const refusal = () => (wait === undefined ? errorText(ask.error) : t('auth.forgot.rate_limited', { wait }));
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: all(rules.required, rules.email) },
  });
  if (ask.isSuccess) {
    return (
      <EmptyState
        level={1}
        icon={IconMailForward}
        title={t('auth.forgot.sent.title')}
        text={t('auth.forgot.sent.text', { email: form.values.email })}
        action={{ label: t('auth.back_to_sign_in'), onClick: () => void navigate({ to: '/signin/' }) }}
      />
    );
  }
  return (
    <FormFrame
      title={t('auth.forgot.title')}
      text={t('auth.forgot.text')}
      error={ask.isError ? refusal() : null}
      onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))}
    >
      <TextInput label={t('auth.email')} type="email" autoComplete="email" size="md" {...form.getInputProps('email')} />
      <Button type="submit" size="md" loading={ask.isPending}>
        {t('auth.forgot.button')}
      </Button>
      <TextLink to="/signin/" label={t('auth.back_to_sign_in')} />
    </FormFrame>
  );
}
