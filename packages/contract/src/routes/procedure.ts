import { oc } from '@orpc/contract';
import type { Permission } from '../roles.ts';

/**
 * Who may call a route. `public`: anybody; `user`: any signed-in member; else a permission of the table.
 * `whileImpersonated: false` shuts the route for support that works in somebody's account.
 */
export type RouteAccess = { access: 'public' | 'user' | Permission; whileImpersonated?: boolean };

/** Every route of the API begins here, so that none can forget to say who may call it. */
export const procedure = (access: RouteAccess['access'], options: Omit<RouteAccess, 'access'> = {}) =>
  oc.$meta<RouteAccess>({ access, ...options });
