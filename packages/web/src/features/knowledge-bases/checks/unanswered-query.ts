import type { UnansweredQuestion } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

/** The counts of the shell are asked for after each change of a dialog; their key is not shared, which would add to the first bytes of the inbox. */
const DIALOG_COUNTS = 'unread';

/** What customers asked lately and the assistant did not know; asked anew with the base. */
export function unansweredQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-bases', id, 'unanswered'],
    queryFn: async () => expectAnswer(await api.checks.missing({ id }), ({ questions }) => Array.isArray(questions)),
  });
}

/** Asks anew with each change of a dialog, for as long as the questions are shown: a customer may have asked another one. */
export function useUnansweredNews(id: string): void {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.query.queryKey[0] !== DIALOG_COUNTS) return;
        void queryClient.invalidateQueries({ queryKey: unansweredQuery(id).queryKey });
      }),
    [id],
  );
}

/** Puts a question away, or lists it again. */
export function useHideQuestion(id: string) {
  return useMutation({
    mutationFn: ({ fingerprint, isHidden }: Pick<UnansweredQuestion, 'fingerprint'> & { isHidden: boolean }) =>
      api.checks.hideMissing({ id, fingerprint, isHidden }),
    onSuccess: (answer) => putAnswer(queryClient, unansweredQuery(id).queryKey, answer),
    onError: showErrorToast,
  });
}
