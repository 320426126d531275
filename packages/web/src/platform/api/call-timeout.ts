import { limits } from '@otvet/contract/values';
import { holdsFile, type Route } from './build-request.ts';

/**
 * How long a call may take (specification, section 9): uploads as long as they need, the import of a table by its address
 * longer than other calls. Undefined = no limit.
 */
export function callTimeoutMs(route: Route, input: Record<string, unknown>): number | undefined {
  if (holdsFile(input)) return undefined;
  return route.path.startsWith('/v1/upload/') ? limits.urlImportTimeoutMs : limits.webTimeoutMs;
}
