import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../../platform/api/query-client.ts';
import { signInByEmail } from '../../../platform/session/auth-calls.ts';
import { beginSession } from '../../../platform/session/session.ts';
import { userDataQuery } from '../../../platform/session/user-data.ts';
import { changeLocale } from '../../../platform/texts/texts.ts';
import { goOn } from '../lead-on.ts';

/** Takes a session from a sign form and loads the record of its user. */
export async function enterFromForm(sessionToken: string): Promise<void> {
  await beginSession({ sessionToken, isFromSignForm: true });
  const { locale } = await queryClient.fetchQuery(userDataQuery);
  await changeLocale(locale);
}

/** Signs in by e-mail and password. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (input: { email: string; password: string }) => enterFromForm(await signInByEmail(input)),
    onSuccess: () => goOn(),
  });
}
