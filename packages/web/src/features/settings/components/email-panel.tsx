import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserData } from '@otvet/contract';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Panel } from '../../../components/ui/screen.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { api } from '../../../platform/api/client.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

export function EmailPanel({ user }: { user: UserData }) {
  const { t } = useTexts();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: all(rules.required, rules.email), password: rules.required },
  });
  const change = useMutation({
    mutationFn: (input: { email: string; password: string }) => api.user.updateEmail(input),
    onSuccess: () => form.reset(),
    onError: showErrorToast,
  });
  // A browser may have filled in what it knows of the account.
  const isChanged = form.values.email !== '' && form.values.email !== user.email;
  const guard = useLeaveGuard({ isChanged, discard: form.reset });
  return (
    <Panel title={t('settings.email.title')} hint={t('settings.email.now', { email: user.email })}>
      {guard.question}
      {change.isSuccess ? (
        <Alert mt={12} color="green" variant="light" icon={<IconMailForward size={18} />} role="status">
          {t('settings.email.sent', { email: change.variables.email })}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => change.mutate({ ...values, email: values.email.trim() }))} noValidate>
          <Stack gap={14} mt={12} align="stretch">
            <TextInput
              label={t('settings.email.new')}
              type="email"
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t('settings.password.current')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
              {...form.getInputProps('password')}
            />
            <Button
              type="submit"
              color="secondary.1"
              loading={change.isPending}
              disabled={user.impersonation !== null}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('settings.email.button')}
            </Button>
          </Stack>
        </form>
      )}
    </Panel>
  );
}
