import type { FileUsage, Permission, Role, UserData } from '@otvet/contract';
import { isAllowed } from '@otvet/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { readStored } from './local-data.ts';
import { readIdentity } from './read-identity.ts';

const ROLE_BEFORE_LOAD: Role = 'owner';

/** The record of the signed-in user, merged with what the identity token says. */
export const userDataQuery = queryOptions({
  queryKey: ['user-data'],
  queryFn: fetchUserData,
  staleTime: Number.POSITIVE_INFINITY,
});

async function fetchUserData(): Promise<UserData> {
  const identity = readIdentity(readStored('idToken') ?? '');
  if (identity === undefined) throw new ApiError({ code: 'auth.required', status: 401 });
  const data = await api.user.data({ userId: identity.uid });
  return {
    ...data,
    uid: data.uid || identity.uid,
    email: data.email || identity.email,
    photoUrl: data.photoUrl ?? identity.photoUrl,
  };
}

/** User data, undefined until loaded. */
export function useUserData(): UserData | undefined {
  return useQuery(userDataQuery).data;
}

const FRESH_FILES_MS = 60_000;

/** What the files of the account take; `share`: the fuller of its two bounds, 1 when full. Undefined until loaded. */
export function useFileUsage(): (FileUsage & { share: number }) | undefined {
  const { data } = useQuery({ ...userDataQuery, staleTime: FRESH_FILES_MS, select: ({ files }) => files });
  return data && { ...data, share: Math.max(data.bytes / data.maxBytes, data.files / data.maxFiles) };
}

/** Whether the first steps of the account stand above the screen: for who sets it up, until they are over. */
export function useWantsFirstSteps(): boolean {
  const user = useUserData();
  const canSetUp = user !== undefined && isAllowed(user.role, 'manage_channels') && isAllowed(user.role, 'manage_kb');
  return canSetUp && !user.firstStepsOver && user.impersonation === null;
}

/** Whether the signed-in user may do something; before the record is loaded he counts as owner. */
export function useCan(permission: Permission): boolean {
  return isAllowed(useUserData()?.role ?? ROLE_BEFORE_LOAD, permission);
}
