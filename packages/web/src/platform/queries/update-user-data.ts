import type { UserData, UserDataUpdate } from '@otvet/contract';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { userDataQuery } from '../session/user-data.ts';

/** Changes the record of the signed-in user and what the cache knows of it. */
export async function updateUserData(update: UserDataUpdate): Promise<UserData> {
  const { uid } = await queryClient.ensureQueryData(userDataQuery);
  return remember(await api.user.updateData({ userId: uid, ...update }));
}

/** Gives the signed-in user this picture. */
export async function uploadPhoto(file: File): Promise<UserData> {
  return remember(await api.user.uploadPhoto({ file }));
}

/** From now on the user has no picture. */
export async function removePhoto(): Promise<UserData> {
  return remember(await api.user.removePhoto({}));
}

function remember(data: UserData): UserData {
  queryClient.setQueryData(userDataQuery.queryKey, (known) => ({ ...known, ...data }));
  return data;
}
