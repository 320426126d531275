import { Anchor } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { channelTitle } from './channel-badge.tsx';

/** The help page of a channel, beside what is open: what was typed stays. */
export function HelpLink({ type }: { type: string }) {
  return <LinkToHelp page={`channels/${encodeURIComponent(type)}`} subject={channelTitle(type)} />;
}

/** The help page about knowledge. */
export function KnowledgeHelpLink() {
  const { t } = useTexts();
  return <LinkToHelp page="knowledge" subject={t('shell.nav.knowledge')} />;
}

function LinkToHelp({ page, subject }: { page: string; subject: string }) {
  const { t } = useTexts();
  return (
    <Anchor
      href={`/docs/${page}/`}
      target="_blank"
      rel="noopener"
      fz="sm"
      td="underline"
      aria-label={t('shell.help_named', { subject })}
    >
      {t('shell.help')}
    </Anchor>
  );
}
