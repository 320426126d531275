/** The screens of somebody who is not signed in: one request, see `plugins/screen-chunks.ts`. */
export { SignFrame } from './sign-frame.tsx';
export { ForgotPasswordScreen, SignInScreen, SignUpScreen } from './sign-screen.tsx';
