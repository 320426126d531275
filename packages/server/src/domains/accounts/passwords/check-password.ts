import { judgePassword } from '@otvet/contract/passwords';
import { AppError } from '../../../platform/errors/app-error.ts';
import { foldEmail } from '../fold-email.ts';

/** The password with what is known of its owner: his name, his company, the site. */
export type NewPassword = { password: string; email: string; about: readonly string[] };

/** Throws for what must not become a password; the error names the warning. */
export type PasswordJudge = (password: NewPassword) => void;

/**
 * Gives what refuses leaked passwords and those that are guessed in fewer than ten million tries. Loaded at the first
 * use: its modules and dictionaries would make every start longer.
 */
export async function loadPasswordJudge(): Promise<PasswordJudge> {
  const { strengthEstimator } = await import('./strength-estimator.ts');
  return ({ password, email, about }) => {
    const judged = { password, email: foldEmail(email), about, estimator: strengthEstimator() };
    const { strength, warning } = judgePassword(judged);
    if (strength === 'weak')
      throw new AppError('auth.weak_password', { details: { password: warning ?? 'guessable' } });
  };
}

/** The name of this site. */
export function siteOf({ baseUrl }: { baseUrl: () => string }): string {
  return new URL(baseUrl()).hostname;
}
