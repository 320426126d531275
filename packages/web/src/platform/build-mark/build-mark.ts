import { limits } from '@otvet/contract/values';
import { queryOptions } from '@tanstack/react-query';

/** The mark of the newest build on the server; its failures are silent. */
export const buildMarkQuery = queryOptions({
  queryKey: ['build-mark'],
  queryFn: readBuildMark,
  // A page that has just been loaded has the newest one: it asks nothing while it still loads the rest.
  initialData: import.meta.env.BUILD_MARK,
  staleTime: limits.buildMarkPollMs,
  refetchInterval: limits.buildMarkPollMs,
  refetchOnWindowFocus: true,
  retry: false,
});

/** Rejects when the server cannot be reached or answers something else. */
export async function readBuildMark(): Promise<number> {
  const response = await fetch('/build-mark.json', { cache: 'no-store', credentials: 'omit' });
  const body: unknown = await response.json();
  const mark: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'buildMark') : undefined;
  return typeof mark === 'number' ? mark : 0;
}

/** Whether the server has a newer build than this tab. */
export function isNewerBuild(newest: number | undefined, own: number | undefined): boolean {
  return newest !== undefined && own !== undefined && newest > own;
}
