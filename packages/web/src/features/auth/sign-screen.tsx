import { useState } from 'react';
import { CompletionForm } from './components/completion-form.tsx';
import { ForgotPasswordForm } from './components/forgot-password-form.tsx';
import { ResetPasswordForm } from './components/reset-password-form.tsx';
import { SignInForm } from './components/sign-in-form.tsx';
import { SignUpForm } from './components/sign-up-form.tsx';
import { useMailedToken } from './hooks/use-mailed-token.ts';

export function SignInScreen() {
  return <SignInForm />;
}

/** Registration, then its completion with a contact. */
export function SignUpScreen() {
  const [isRegistered, setIsRegistered] = useState(false);
  return isRegistered ? <CompletionForm /> : <SignUpForm onRegistered={() => setIsRegistered(true)} />;
}

/** Asks for the link; the link itself leads here too, with its token behind `#`. */
export function ForgotPasswordScreen() {
  const token = useMailedToken();
  return token === '' ? <ForgotPasswordForm /> : <ResetPasswordForm token={token} />;
}
