import { createHash } from 'node:crypto';
import type { AccountDescription } from '../../connectors/port.ts';
import { isAppError } from '../../platform/errors/app-error.ts';
import type { Clock } from '../../platform/time/clock.ts';

const KEEP_MS = 10_000;
const MAX_KEPT = 1000;

type Checked = { accountId: string; type: string; values: Record<string, string> };

/**
 * The same credentials checked again within seconds, or while the first check runs, get the first answer: a form that is
 * sent twice asks the platform once. Only a digest of them is kept.
 */
export function rememberChecks(
  { clock }: { clock: Pick<Clock, 'now'> },
  check: (checked: Checked) => Promise<AccountDescription>,
): (checked: Checked) => Promise<AccountDescription> {
  const kept = new Map<string, { answer: Promise<AccountDescription>; until: number }>();
  return (checked) => {
    const key = createHash('sha256').update(JSON.stringify(checked)).digest('base64url');
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && now < known.until && known.until - now <= KEEP_MS) return known.answer;
    const answer = check(checked);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { answer, until: now + KEEP_MS });
    // A refusal is an answer; a platform that could not be reached is none.
    answer.catch((error: unknown) => {
      if (!isAppError(error) || error.status >= 500) kept.delete(key);
    });
    return answer;
  };
}
