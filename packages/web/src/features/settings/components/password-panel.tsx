import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserData } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { goodPassword } from '../../../components/new-password/good-password.ts';
import { NewPasswordInput } from '../../../components/new-password/new-password-input.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { api } from '../../../platform/api/client.ts';
import { markRefused, refusedFields } from '../../../platform/forms/refused-fields.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { writeStored } from '../../../platform/session/local-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

export function PasswordPanel({ user }: { user: UserData }) {
  const { t } = useTexts();
  const owner = { email: user.email, about: `${user.name} ${user.accountName}` };
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeat: '' },
    validate: {
      currentPassword: rules.required,
      newPassword: goodPassword(() => owner),
      repeat: all(rules.required, rules.sameAs('newPassword')),
    },
  });
  const change = useMutation({
    mutationFn: (input: { currentPassword: string; newPassword: string }) => api.user.changePassword(input),
    onSuccess: ({ device }) => {
      writeStored('device', device);
      form.reset();
      showToast({ kind: 'success', message: t('settings.password.changed') });
    },
    onError: (error) => {
      const { password } = refusedFields(error, { password: '' });
      if (password === undefined) showErrorToast(error);
      else markRefused(form, { newPassword: password });
    },
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('shell.show_password') } };
  // A browser may have filled in the current one.
  const isChanged = form.values.newPassword !== '' || form.values.repeat !== '';
  const guard = useLeaveGuard({ isChanged, discard: form.reset });
  return (
    <Panel title={t('settings.password.title')} hint={t('settings.password.hint')}>
      {guard.question}
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
          <NewPasswordInput label={t('auth.new_password')} {...owner} {...form.getInputProps('newPassword')} />
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
            disabled={user.impersonation !== null}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('settings.password.button')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
