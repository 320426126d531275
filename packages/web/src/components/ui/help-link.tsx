import { Anchor } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTexts } from '../../platform/texts/texts.ts';
import { channelTitle } from './channel-badge.tsx';
import classes from './help-link.module.css';

/** The help page of a channel, beside what is open: what was typed stays. */
export function HelpLink({ type }: { type: string }) {
  return <LinkToHelp page={`channels/${encodeURIComponent(type)}`} subject={channelTitle(type)} />;
}

/** The help page about knowledge; `isShort`: beside the title of a screen. */
export function KnowledgeHelpLink({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTexts();
  return <LinkToHelp page="knowledge" subject={t('shell.nav.knowledge')} isShort={isShort} />;
}

type LinkToHelpProps = { page: string; subject: string; isShort?: boolean };

function LinkToHelp({ page, subject, isShort = false }: LinkToHelpProps) {
  const { t } = useTexts();
  return (
    <Anchor
      href={`/docs/${page}/`}
      target="_blank"
      rel="noopener"
      fz="sm"
      td="underline"
      aria-label={t('shell.help_named', { subject })}
      className={isShort ? classes.short : undefined}
    >
      {isShort && <IconHelpCircle className={classes.mark} size={20} stroke={1.8} aria-hidden />}
      <span className={classes.word}>{t('shell.help')}</span>
    </Anchor>
  );
}
