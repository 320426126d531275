import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { errorText, waitText } from '../../../platform/api/error-text.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useSignIn } from '../api/use-sign-in.ts';
import { FormFrame } from './form-frame.tsx';
import { TextLink } from './text-link.tsx';

const LONG_MS = 3000;

export function SignInForm() {
  const { t } = useTexts();
  const signIn = useSignIn();
  // While strangers guess at many addresses a sign-in waits for its turn; the mailed link is a way past them.
  const [hasWaited] = useDebouncedValue(signIn.isPending, LONG_MS);
  const wait = waitText(signIn.error);
  const refusal = () => (wait === undefined ? errorText(signIn.error) : t('auth.sign_in.rate_limited', { wait }));
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: all(rules.required, rules.email), password: rules.required },
  });
  return (
    <FormFrame
      title={t('auth.sign_in.title')}
      error={signIn.isError ? refusal() : null}
      onSubmit={form.onSubmit((values) => signIn.mutate({ ...values, email: values.email.trim() }))}
    >
      <TextInput label={t('auth.email')} type="email" autoComplete="email" size="md" {...form.getInputProps('email')} />
      <PasswordInput
        label={t('auth.password')}
        autoComplete="current-password"
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={signIn.isPending}>
        {t('auth.sign_in.button')}
      </Button>
      {signIn.isPending && hasWaited && (
        <Text role="status" fz="sm">
          {t('auth.sign_in.slow')}
        </Text>
      )}
      <Group justify="space-between" gap={8}>
        <TextLink to="/forgot-password/" label={t('auth.forgot.link')} />
        <Text fz="sm" c="dimmed" component="span">
          {t('auth.no_account')} <TextLink to="/signup/" label={t('auth.sign_up.link')} />
        </Text>
      </Group>
    </FormFrame>
  );
}
