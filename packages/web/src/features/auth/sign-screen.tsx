import { useState } from 'react';
import { CompletionForm } from './components/completion-form.tsx';
import { ForgotPasswordForm } from './components/forgot-password-form.tsx';
import { SignInForm } from './components/sign-in-form.tsx';
import { SignUpForm } from './components/sign-up-form.tsx';

export function SignInScreen() {
  return <SignInForm />;
}

/** Registration, then its completion with a contact. */
export function SignUpScreen() {
  const [isRegistered, setIsRegistered] = useState(false);
  return isRegistered ? <CompletionForm /> : <SignUpForm onRegistered={() => setIsRegistered(true)} />;
}

export function ForgotPasswordScreen() {
  return <ForgotPasswordForm />;
}
