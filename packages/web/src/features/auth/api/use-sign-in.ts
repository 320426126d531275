import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queryClient } from '../../../platform/api/query-client.ts';
import { signInByEmail } from '../../../platform/session/auth-calls.ts';
import { readBackto } from '../../../platform/session/read-backto.ts';
import { beginSession } from '../../../platform/session/session.ts';
import { userDataQuery } from '../../../platform/session/user-data.ts';
import { changeLocale } from '../../../platform/texts/texts.ts';

/** Takes a session from a sign form and loads the record of its user. */
export async function enterFromForm(sessionToken: string): Promise<void> {
  await beginSession({ sessionToken, isFromSignForm: true });
  const { locale } = await queryClient.fetchQuery(userDataQuery);
  await changeLocale(locale);
}

/** Goes where the visitor wanted to go before he had to sign in. */
export function useGoOn() {
  const navigate = useNavigate();
  const backto = useSearch({ strict: false, select: (search) => search.backto });
  return () => navigate({ href: readBackto(backto, window.location.origin), replace: true });
}

/** Signs in by e-mail and password. */
export function useSignIn() {
  const goOn = useGoOn();
  return useMutation({
    mutationFn: async (input: { email: string; password: string }) => enterFromForm(await signInByEmail(input)),
    onSuccess: () => goOn(),
  });
}
