import { VisuallyHidden } from '@mantine/core';
import { CountBadge, QuietDot } from '../../components/ui/count-badge.tsx';
import { useUnread } from '../../features/inbox/api/unread-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';

/** Beside the inbox in the navigation: how many customers wait for a person; a quiet dot where others are unread only. */
export function InboxCount({ className }: { className: string | undefined }) {
  const { t } = useTexts();
  const { waiting, count } = useUnread() ?? { waiting: 0, count: 0 };
  if (waiting > 0) {
    return (
      <CountBadge className={className} count={waiting}>
        <VisuallyHidden> {t('shell.nav.waiting', { count: waiting })}</VisuallyHidden>
      </CountBadge>
    );
  }
  if (count === 0) return null;
  return (
    <QuietDot className={className}>
      <VisuallyHidden>{t('shell.nav.unread')}</VisuallyHidden>
    </QuietDot>
  );
}
