import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Panel } from '../../../components/ui/screen.tsx';
import { api } from '../../../platform/api/client.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

export function PasswordPanel({ isLocked }: { isLocked: boolean }) {
  const { t } = useTexts();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeat: '' },
    validate: {
      currentPassword: rules.required,
      newPassword: all(rules.required, rules.minLength(limits.passwordMin), rules.maxLength(limits.passwordMax)),
      repeat: all(rules.required, rules.sameAs('newPassword')),
    },
  });
  const change = useMutation({
    mutationFn: (input: { currentPassword: string; newPassword: string }) => api.user.changePassword(input),
    onSuccess: () => {
      form.reset();
      showToast({ kind: 'success', message: t('settings.password.changed') });
    },
    onError: showErrorToast,
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('shell.show_password') } };
  return (
    <Panel title={t('settings.password.title')} hint={t('settings.password.hint')}>
      <form
        onSubmit={form.onSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }))}
        noValidate
      >
        <Stack gap={14} mt={12}>
          <PasswordInput
            label={t('settings.password.current')}
            autoComplete="current-password"
            {...toggle}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label={t('auth.new_password')}
            description={t('auth.password_hint', { count: limits.passwordMin })}
            autoComplete="new-password"
            {...toggle}
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            label={t('auth.repeat_password')}
            autoComplete="new-password"
            {...toggle}
            {...form.getInputProps('repeat')}
          />
          <Button
            type="submit"
            color="secondary.1"
            loading={change.isPending}
            disabled={isLocked}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('settings.password.button')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
