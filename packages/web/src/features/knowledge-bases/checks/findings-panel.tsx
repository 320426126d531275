import { Button, Title } from '@mantine/core';
import type { Finding, KnowledgeBase } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { FindingCard } from './finding-card.tsx';
import classes from './findings-panel.module.css';
import { findingsQuery, useCheckNow } from './findings-query.ts';

/** Contradictions, offers past their day and vanished pages of a base, with what to do about each. */
export function FindingsPanel({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const query = useQuery(findingsQuery(base.id));
  const check = useCheckNow(base.id);
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { findings } = query.data;
  const of = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted);
  const ignored = of('ignored');
  return (
    <Panel>
      <header className={classes.head}>
        <Title order={2}>{t('checks.findings.title')}</Title>
        <Button variant="default" size="sm" loading={check.isPending} onClick={() => check.mutate()}>
          {t('checks.findings.check')}
        </Button>
        <p>{t('checks.findings.hint')}</p>
      </header>
      {of('open').length === 0 && (
        <p className={classes.none}>{t(base.isChecked ? 'checks.findings.none' : 'checks.findings.checking')}</p>
      )}
      <FindingList label={t('checks.findings.title')} findings={of('open')} base={base} />
      {ignored.length > 0 && (
        <details className={classes.ignored}>
          <summary>{t('checks.findings.ignored', { count: ignored.length })}</summary>
          <FindingList label={t('checks.findings.ignored', { count: ignored.length })} findings={ignored} base={base} />
        </details>
      )}
    </Panel>
  );
}

function FindingList({ label, findings, base }: { label: string; findings: Finding[]; base: KnowledgeBase }) {
  if (findings.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.id} data-testid="finding">
          <FindingCard finding={finding} base={base} />
        </li>
      ))}
    </ul>
  );
}
