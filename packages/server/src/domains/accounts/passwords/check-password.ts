import { judgePassword } from '@otvet/contract/passwords';
import { AppError } from '../../../platform/errors/app-error.ts';
import { foldEmail } from '../fold-email.ts';
import { strengthEstimator } from './strength-estimator.ts';

/** The password with what is known of its owner: his name, his company, the site. */
export type NewPassword = { password: string; email: string; about: readonly string[] };

/** Refuses leaked passwords, and those that are guessed in fewer than ten million tries; the answer names the warning. */
export function requireGoodPassword({ password, email, about }: NewPassword): void {
  const { strength, warning } = judgePassword({
    password,
    email: foldEmail(email),
    about,
    estimator: strengthEstimator(),
  });
  if (strength === 'weak') throw new AppError('auth.weak_password', { details: { password: warning ?? 'guessable' } });
}

/** The name of this site. */
export function siteOf({ baseUrl }: { baseUrl: () => string }): string {
  return new URL(baseUrl()).hostname;
}
