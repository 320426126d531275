import { oc } from '@orpc/contract';
import type { Permission } from '../roles.ts';

/**
 * What a call costs, and so how often it may be made: `platform` asks an outside platform, `connect` has it check
 * credentials, `model` may ask a model.
 */
export const rateClasses = ['read', 'write', 'search', 'upload', 'platform', 'connect', 'model'] as const;
export type RateClass = (typeof rateClasses)[number];

/**
 * Who may call a route. `public`: anybody; `user`: any signed-in member; else a permission of the table.
 * `whileImpersonated: false` shuts the route for support that works in somebody's account.
 * `rate`: what a call costs; without it a GET is a read and everything else a write.
 * `query`: fields that a call with a body may also give in its query. `manyFiles`: the field of a form that may come more
 * than once; `spooledFile`: that of one file whose work may have to wait. Both lie on disk meanwhile, not in memory.
 */
export type RouteAccess = {
  access: 'public' | 'user' | Permission;
  whileImpersonated?: boolean;
  rate?: RateClass;
  query?: readonly string[];
  manyFiles?: string;
  spooledFile?: string;
};

/** Every route of the API begins here, so that none can forget to say who may call it. */
export const procedure = (access: RouteAccess['access'], options: Omit<RouteAccess, 'access'> = {}) =>
  oc.$meta<RouteAccess>({ access, ...options });

/** What a call of a route costs. */
export function rateOf(method: string | undefined, { rate }: Pick<RouteAccess, 'rate'>): RateClass {
  return rate ?? (method === 'GET' ? 'read' : 'write');
}
