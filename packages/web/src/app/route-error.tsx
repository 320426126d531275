import { Center } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { ApiError, PAGE_LOST } from '../platform/api/api-error.ts';
import { errorText } from '../platform/api/error-text.ts';
import { reloadWhereItIs } from '../platform/build-mark/lost-chunk.ts';
import { useTexts } from '../platform/texts/texts.ts';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const tryAgain = () => {
    if (error instanceof ApiError && error.code === PAGE_LOST) return void reloadWhereItIs();
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Center mih="100%" py={64} role="alert">
      <EmptyState
        title={t('errors.title')}
        text={errorText(error)}
        action={{ label: t('shell.try_again'), onClick: tryAgain }}
      />
    </Center>
  );
}
