import { Navigate, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { readBackto } from '../../platform/session/read-backto.ts';
import { sessionStatus } from '../../platform/session/session.ts';
import { isCompletingSignUp } from '../../platform/session/sign-up-step.ts';
import { CompletionForm } from './components/completion-form.tsx';
import { ForgotPasswordForm } from './components/forgot-password-form.tsx';
import { ResetPasswordForm } from './components/reset-password-form.tsx';
import { SignInForm } from './components/sign-in-form.tsx';
import { SignUpForm } from './components/sign-up-form.tsx';
import { useMailedToken } from './hooks/use-mailed-token.ts';
import { wantedPlace } from './lead-on.ts';
import { SignFrame } from './sign-frame.tsx';

/** The page around the screen of the address. */
export function RoutedSignFrame() {
  return (
    <SignFrame>
      <Outlet />
    </SignFrame>
  );
}

/** Who comes here signed in already is led on; who signs in here is by the form. */
export function SignInScreen() {
  const [wasSignedIn] = useState(isSignedIn);
  return wasSignedIn ? <GoOn /> : <SignInForm />;
}

/** Registration, then its completion with a contact. */
export function SignUpScreen() {
  const [wasSignedIn] = useState(isSignedIn);
  const [isRegistered, setIsRegistered] = useState(() => isSignedIn() && isCompletingSignUp());
  if (isRegistered) return <CompletionForm />;
  return wasSignedIn ? <GoOn /> : <SignUpForm onRegistered={() => setIsRegistered(true)} />;
}

function isSignedIn(): boolean {
  return sessionStatus() === 'signed-in';
}

function GoOn() {
  // `href` wins; only the types ask for `to`.
  return <Navigate to="/" href={readBackto(wantedPlace(), window.location.origin)} replace />;
}

/** Asks for the link; the link itself leads here too, with its token behind `#`. */
export function ForgotPasswordScreen() {
  const token = useMailedToken();
  return token === '' ? <ForgotPasswordForm /> : <ResetPasswordForm token={token} />;
}
