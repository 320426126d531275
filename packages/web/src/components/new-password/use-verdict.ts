import { useDebouncedValue } from '@mantine/hooks';
import type { PasswordVerdict } from '@otvet/contract/passwords';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Ask, loadJudge } from './load-judge.ts';

const TYPING_PAUSE_MS = 150;
const RETRY_MS = 3000;

/** Comes when somebody types; while the server is away, or the network, it is tried for again by itself. */
export const judgeQuery = queryOptions({
  queryKey: ['password-judge'],
  queryFn: () => loadJudge(),
  retry: true,
  retryDelay: RETRY_MS,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** How strong a password is; undefined while nothing is typed, and until the judge has come and said. */
export function useVerdict({ password, email, about }: Ask): PasswordVerdict | undefined {
  const [judged] = useDebouncedValue(password, TYPING_PAUSE_MS);
  const { data: judge } = useQuery({ ...judgeQuery, enabled: password !== '' });
  const [verdict, setVerdict] = useState<PasswordVerdict>();
  useEffect(() => {
    if (judge === undefined || judged === '') return;
    let isWanted = true;
    void judge({ password: judged, email, about }).then((answer) => {
      if (isWanted) setVerdict(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [judge, judged, email, about]);
  // Until the next answer the last one stays, so that the words do not flicker.
  return password === '' ? undefined : verdict;
}
