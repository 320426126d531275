import type { Permission } from '@otvet/contract';
import { isAllowed } from '@otvet/contract/values';
import { redirect } from '@tanstack/react-router';
import { queryClient } from '../platform/api/query-client.ts';
import { sessionStatus } from '../platform/session/session.ts';
import { userDataQuery } from '../platform/session/user-data.ts';

/** Sends a visitor without a session to the sign-in screen, which brings him back. */
export function requireSession(href: string): void {
  if (sessionStatus() !== 'signed-in') throw redirect({ to: '/signin/', search: { backto: href } });
}

/** Waits for the user record and tells whether he may. */
export async function hasPermission(permission: Permission): Promise<boolean> {
  const { role } = await queryClient.ensureQueryData(userDataQuery);
  return isAllowed(role, permission);
}

/** Waits for the user record and sends a user without the permission to the start page. */
export async function requirePermission(permission: Permission): Promise<void> {
  if (!(await hasPermission(permission))) throw redirect({ to: '/' });
}
