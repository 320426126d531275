import type { Queryable } from '../../platform/database/queryable.ts';
import { newToken } from '../../platform/time/ids.ts';
import type { AccountsTools } from './deps.ts';
import { insertSession } from './identity-store.ts';
import { sessionLife } from './sessions/session-rules.ts';

type NewSession = { userId: string; ip: string; impersonatedBy: string | null };

/** Makes a session in the caller's transaction and gives the signed token for the browser. */
export async function startSession(
  tools: AccountsTools,
  { session, tx }: { session: NewSession; tx: Queryable },
): Promise<string> {
  const token = newToken(tools.random);
  const now = tools.clock.now();
  const seconds = session.impersonatedBy === null ? sessionLife.idleSeconds : sessionLife.impersonatedSeconds;
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await insertSession.run(tx, { ...session, id: tools.newId(), token, now, expiresAt });
  return tools.sessionTokens.sign(token);
}
