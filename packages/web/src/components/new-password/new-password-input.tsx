import { PasswordInput, type PasswordInputProps, Stack } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { onDemand } from '../ui/on-demand.tsx';
import type { StrengthWordsProps } from './strength-words.tsx';

/** The lists of leaked passwords weigh more than the whole screen: they come when somebody types. */
const Strength = onDemand<StrengthWordsProps>({
  load: async () => (await import('./strength-words.tsx')).StrengthWords,
});

/** `email`, `about`: what is known of the person, so that it is not taken for the password. */
type NewPasswordInputProps = PasswordInputProps & { value?: string; email?: string; about?: string };

/** A field for a new password that says in words how strong it is. */
export function NewPasswordInput({ email = '', about = '', ...field }: NewPasswordInputProps) {
  const { t } = useTexts();
  const { value = '' } = field;
  return (
    <Stack gap={6}>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
        {...field}
      />
      {value === '' ? null : <Strength password={value} email={email} about={about} />}
    </Stack>
  );
}
