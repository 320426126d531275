import type { AccountsTools } from '../deps.ts';
import { loadPasswordJudge, type NewPassword } from './check-password.ts';
import { hashPassword } from './hash-password.ts';
import type { HashTurn } from './hash-turns.ts';

/** Judges a new password and hashes it, both at its turn: to judge takes milliseconds of the event loop. */
export function hashNewPassword(
  { hashTurns, passwordCost }: Pick<AccountsTools, 'hashTurns' | 'passwordCost'>,
  { turn, password }: { turn: HashTurn; password: NewPassword },
): Promise<string> {
  return hashTurns.run(turn, async () => {
    const judge = await loadPasswordJudge();
    judge(password);
    return hashPassword(password.password, passwordCost);
  });
}
