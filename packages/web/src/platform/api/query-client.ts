import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const ATTEMPTS = 3;

function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= ATTEMPTS) return false;
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** The cache of everything that the server knows. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: shouldRetry, refetchOnWindowFocus: false },
    // Without a network a call fails at once: a paused one would be sent by itself later, when nobody expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
