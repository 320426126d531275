import { Center, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { usePageTitle } from '../../components/ui/page-title.ts';
import { api } from '../../platform/api/client.ts';
import { errorText } from '../../platform/api/error-text.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useMailedToken } from './hooks/use-mailed-token.ts';
import { isDeadLink } from './is-dead-link.ts';

/** Confirms a new address by the mailed link. The query keeps a second drawing from using the one-time token again. */
export function ConfirmEmailScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const token = useMailedToken();
  const confirmation = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => api.user.confirmEmail({ token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(confirmation.isPending ? t('auth.confirm.title') : null);
  if (confirmation.isPending) {
    return (
      <Center p={32}>
        <Loader color="amber" role="status" aria-label={t('shell.loading')} />
      </Center>
    );
  }
  if (isDeadLink(confirmation.error)) {
    // Who is not signed in is led through the sign-in.
    const openSettings = () => void navigate({ to: '/app/profile/' });
    return (
      <EmptyState
        level={1}
        icon={IconLinkOff}
        title={t('auth.link.dead')}
        text={t('auth.confirm.dead')}
        action={{ label: t('auth.confirm.again'), onClick: openSettings }}
      />
    );
  }
  const action = { label: t('auth.confirm.button'), onClick: () => void navigate({ to: '/' }) };
  return confirmation.isError ? (
    <EmptyState
      level={1}
      icon={IconCircleX}
      title={t('auth.confirm.failed')}
      text={errorText(confirmation.error)}
      action={action}
    />
  ) : (
    <EmptyState
      level={1}
      icon={IconCircleCheck}
      title={t('auth.confirm.done')}
      text={t('auth.confirm.text')}
      action={action}
    />
  );
}
