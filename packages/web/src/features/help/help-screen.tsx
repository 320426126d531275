import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BrandMark } from '../../components/ui/brand-mark.tsx';
import { channelTitle } from '../../components/ui/channel-badge.tsx';
import { LanguageSegments } from '../../components/ui/language-segments.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { usePageTitle } from '../../components/ui/page-title.ts';
import { changeLocale, useTexts } from '../../platform/texts/texts.ts';
import { loadHelpPage } from './help-pages.ts';
import classes from './help-screen.module.css';
import { MarkdownView } from './markdown-view.tsx';
import { readMarkdown } from './read-markdown.ts';

/** A help page in the reader's language; it needs no session. */
export function HelpScreen() {
  const { t, locale } = useTexts();
  const { _splat: name = '' } = useParams({ from: '/docs/$' });
  const [folder, type] = name.split('/');
  const isOfChannel = folder === 'channels' && type !== undefined;
  usePageTitle(isOfChannel ? channelTitle(type) : t('shell.nav.knowledge'));
  const page = useQuery({
    queryKey: ['help', name, locale],
    queryFn: async () => readMarkdown((await loadHelpPage(name, locale)) ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to={isOfChannel ? '/app/channels/' : '/app/knowledge-bases/'} className={classes.brand}>
          <BrandMark />
          Otvet
        </Link>
        <LanguageSegments onChange={(next) => void changeLocale(next)} />
      </header>
      <main className={classes.text} lang={locale}>
        {page.isPending && <Skeleton h={320} radius="lg" role="status" aria-label={t('shell.loading')} />}
        {page.isLoadingError && <LoadError error={page.error} onRetry={() => void page.refetch()} />}
        {page.isSuccess && <MarkdownView blocks={page.data} />}
      </main>
    </div>
  );
}
