import { Center, Loader, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { onDemand } from '../components/ui/on-demand.tsx';
import { ApiError } from '../platform/api/api-error.ts';
import { errorText } from '../platform/api/error-text.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { startSession, useSessionStatus, useStartFailure } from '../platform/session/session.ts';
import { useTexts } from '../platform/texts/texts.ts';
import { cssVariables, theme } from '../platform/theme/theme.ts';
import { useToastsWanted } from '../platform/toast/want-toasts.ts';
import { FirstView } from './first-view.tsx';
import { NewBuildCard } from './new-build-card.tsx';

const ToastArea = onDemand({ load: async () => (await import('../platform/toast/toast-area.tsx')).ToastArea });

export function App() {
  const areToastsWanted = useToastsWanted();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="light">
      <QueryClientProvider client={queryClient}>
        <RoutedView />
        <NewBuildCard />
        {areToastsWanted && <ToastArea />}
      </QueryClientProvider>
    </MantineProvider>
  );
}

function RoutedView() {
  const status = useSessionStatus();
  const failure = useStartFailure();
  const { t } = useTexts();
  if (status === 'loading') {
    return (
      <Center h="100dvh" component="main" aria-busy="true">
        <Loader color="amber" aria-label={t('shell.loading')} role="status" />
      </Center>
    );
  }
  if (status === 'unreachable') {
    const hasAnswered = failure instanceof ApiError && failure.status > 0;
    return (
      <Center h="100dvh" component="main">
        <EmptyState
          title={t(hasAnswered ? 'errors.title' : 'errors.unreachable.title')}
          text={hasAnswered ? errorText(failure) : t('errors.unreachable.text')}
          action={{ label: t('shell.try_again'), onClick: () => void startSession() }}
        />
      </Center>
    );
  }
  return <FirstView />;
}
