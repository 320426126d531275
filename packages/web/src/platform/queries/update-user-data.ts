import type { UserData, UserDataUpdate } from '@otvet/contract';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { userDataQuery } from '../session/user-data.ts';

/** Changes the record of the signed-in user and what the cache knows of it. */
export async function updateUserData(update: UserDataUpdate): Promise<UserData> {
  const { uid } = await queryClient.ensureQueryData(userDataQuery);
  const data = await api.user.updateData({ userId: uid, ...update });
  queryClient.setQueryData(userDataQuery.queryKey, (known) => ({ ...known, ...data }));
  return data;
}
