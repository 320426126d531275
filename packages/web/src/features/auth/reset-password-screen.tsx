import { ResetPasswordForm } from './components/reset-password-form.tsx';
import { useMailedToken } from './hooks/use-mailed-token.ts';

export function ResetPasswordScreen() {
  return <ResetPasswordForm token={useMailedToken()} />;
}
