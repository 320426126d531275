import { Center, Loader } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { api } from '../../platform/api/client.ts';
import { errorText } from '../../platform/api/error-text.ts';
import { beginSession } from '../../platform/session/session.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useMailedToken } from './hooks/use-mailed-token.ts';

/** Exchanges an impersonation token at once and takes it out of the address and the history. */
export function SignInAsScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const token = useMailedToken();
  const exchange = useQuery({
    queryKey: ['sign-in-as', token],
    queryFn: async () => {
      const { sessionToken } = await api.user.signInAs({ token });
      await beginSession({ sessionToken, isFromSignForm: false });
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isDone = exchange.isSuccess;
  useEffect(() => {
    if (isDone) void navigate({ to: '/', replace: true });
  }, [isDone, navigate]);
  if (exchange.isError) {
    return (
      <EmptyState
        level={1}
        icon={IconCircleX}
        title={t('auth.sign_in_as.failed')}
        text={errorText(exchange.error)}
        action={{ label: t('auth.back_to_sign_in'), onClick: () => void navigate({ to: '/signin/', replace: true }) }}
      />
    );
  }
  return (
    <Center p={32}>
      <Loader color="amber" role="status" aria-label={t('shell.loading')} />
    </Center>
  );
}
