import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { goodPassword } from '../../../components/new-password/good-password.ts';
import { NewPasswordInput } from '../../../components/new-password/new-password-input.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { markRefused, refusedFields } from '../../../platform/forms/refused-fields.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { writeStored } from '../../../platform/session/local-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { isDeadLink } from '../is-dead-link.ts';
import { FormFrame } from './form-frame.tsx';
import { TextLink } from './text-link.tsx';

export function ResetPasswordForm({ token }: { token: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (password: string) => api.user.resetPassword({ token, password }),
    onSuccess: ({ device }) => writeStored('device', device),
    onError: (error, password) => markRefused(form, refusedFields(error, { password })),
  });
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: {
      // Whose link it is the page does not know: what is made of the person's own words the server refuses.
      password: goodPassword(() => ({ email: '', about: '' })),
      repeat: all(rules.required, rules.sameAs('password')),
    },
  });
  if (reset.isSuccess) {
    return (
      <EmptyState
        level={1}
        icon={IconCircleCheck}
        title={t('auth.reset.done.title')}
        text={t('auth.reset.done.text')}
        action={{ label: t('auth.sign_in.button'), onClick: () => void navigate({ to: '/signin/' }) }}
      />
    );
  }
  if (isDeadLink(reset.error)) {
    return (
      <EmptyState
        level={1}
        icon={IconLinkOff}
        title={t('auth.link.dead')}
        text={t('auth.reset.dead')}
        action={{ label: t('auth.reset.again'), onClick: () => void navigate({ to: '/forgot-password/' }) }}
      />
    );
  }
  const shared = {
    autoComplete: 'new-password',
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': t('shell.show_password') },
  };
  const isToldBelow = reset.isError && Object.keys(refusedFields(reset.error, { password: '' })).length === 0;
  return (
    <FormFrame
      title={t('auth.reset.title')}
      error={isToldBelow ? errorText(reset.error) : null}
      onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}
    >
      <NewPasswordInput
        label={t('auth.new_password')}
        {...shared}
        isOwnerKnown={false}
        {...form.getInputProps('password')}
      />
      <PasswordInput label={t('auth.repeat_password')} {...shared} {...form.getInputProps('repeat')} />
      <Button type="submit" size="md" loading={reset.isPending}>
        {t('auth.reset.button')}
      </Button>
      <TextLink to="/signin/" label={t('auth.back_to_sign_in')} />
    </FormFrame>
  );
}
