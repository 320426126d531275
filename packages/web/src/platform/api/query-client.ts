import { QueryClient } from '@tanstack/react-query';
import { retryDelay, shouldRetry } from './retry-rules.ts';

const waitBeforeRetry = (failures: number, error: Error) => retryDelay(failures, error);

/** The cache of everything that the server knows. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: shouldRetry, retryDelay: waitBeforeRetry, refetchOnWindowFocus: false },
    // Without a network a call fails at once: a paused one would be sent by itself later, when nobody expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
