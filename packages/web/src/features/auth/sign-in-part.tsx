import { SignInForm } from './components/sign-in-form.tsx';
import { SignFrame } from './sign-frame.tsx';

/** The sign-in screen alone, for a first visit: without the router and the other screens. */
export function FirstSignIn() {
  return (
    <SignFrame>
      <SignInForm />
    </SignFrame>
  );
}
