import { Center, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { usePageTitle } from '../../components/ui/page-title.ts';
import { api } from '../../platform/api/client.ts';
import { errorText } from '../../platform/api/error-text.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useMailedToken } from './hooks/use-mailed-token.ts';
import { isDeadLink } from './is-dead-link.ts';

/** The holder of an address agrees to the news of a business; he may have no account here. */
export function ConfirmNoticesScreen() {
  const { t } = useTexts();
  const token = useMailedToken();
  const agreement = useQuery({
    queryKey: ['confirm-notices', token],
    queryFn: () => api.notices.confirm({ token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(agreement.isPending ? t('auth.notices.title') : null);
  if (agreement.isPending)
    return (
      <Center p={32}>
        <Loader color="amber" role="status" aria-label={t('shell.loading')} />
      </Center>
    );
  if (isDeadLink(agreement.error))
    return <EmptyState level={1} icon={IconLinkOff} title={t('auth.link.dead')} text={t('auth.notices.dead')} />;
  if (agreement.isError) {
    const text = errorText(agreement.error);
    return <EmptyState level={1} icon={IconCircleX} title={t('auth.notices.failed')} text={text} />;
  }
  const text = t('auth.notices.text', { address: agreement.data.address });
  return <EmptyState level={1} icon={IconCircleCheck} title={t('auth.notices.done')} text={text} />;
}
