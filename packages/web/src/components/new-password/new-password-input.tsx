import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';
import { weaknessText } from './good-password.ts';
import { useVerdict } from './use-verdict.ts';

/** Room for the longest words, so that the form does not jump while somebody types. */
const WORDS_HEIGHT = 54;
const colors = { weak: 'var(--error-text)', fair: 'dimmed', strong: 'teal.9' } as const;

/** `email`, `about`: what is known of the person. Where it is not known nothing is promised: the server may refuse. */
type NewPasswordInputProps = Omit<PasswordInputProps, 'error' | 'description'> & {
  value?: string;
  error?: ReactNode;
  email?: string;
  about?: string;
  isOwnerKnown?: boolean;
};

/** A field for a new password that says in words how strong it is: once it is long enough to tell, or was left. */
export function NewPasswordInput({ error, onBlur, ...input }: NewPasswordInputProps) {
  const { email = '', about = '', isOwnerKnown = true, ...field } = input;
  const { value = '' } = field;
  const { t } = useTexts();
  const [wasLeft, setWasLeft] = useState(false);
  const verdict = useVerdict({ password: value, email, about });
  const told = value.length >= limits.passwordMin || wasLeft ? verdict : undefined;
  const promise = isOwnerKnown ? (['fair', 'strong'] as const) : (['no_promise', 'looks_strong'] as const);
  const live = () => {
    if (told === undefined) return t('auth.password_hint', { count: limits.passwordMin });
    if (told.strength === 'weak') return weaknessText(told);
    return t(`auth.strength.${promise[told.strength === 'fair' ? 0 : 1]}`);
  };
  const strength = error ? 'weak' : (told?.strength ?? 'fair');
  return (
    <PasswordInput
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
      inputWrapperOrder={['label', 'input', 'description']}
      {...field}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setWasLeft(true);
        onBlur?.(event);
      }}
      error={strength === 'weak'}
      aria-invalid={strength === 'weak' || undefined}
      description={error || live()}
      descriptionProps={{ role: 'status', fz: 'sm', lh: '18px', mih: WORDS_HEIGHT, c: colors[strength] }}
    />
  );
}
