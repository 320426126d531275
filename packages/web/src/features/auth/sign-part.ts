/** The screens of somebody who is not signed in: one request, see `plugins/screen-chunks.ts`. */
export { ForgotPasswordScreen, RoutedSignFrame, SignInScreen, SignUpScreen } from './sign-screen.tsx';
