import { api } from '../../../platform/api/client.ts';
import { beginSession } from '../../../platform/session/session.ts';

/** Exchanges an impersonation token for a session. */
export async function signInAs(token: string): Promise<void> {
  const { sessionToken } = await api.user.signInAs({ token });
  await beginSession({ sessionToken, isFromSignForm: false });
}
