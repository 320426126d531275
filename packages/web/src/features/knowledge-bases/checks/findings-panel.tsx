import { Title } from '@mantine/core';
import type { Finding, KnowledgeBase } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useKeptFocus } from '../model/use-kept-focus.ts';
import { FindingCard } from './finding-card.tsx';
import classes from './findings-panel.module.css';
import { findingsQuery, useCheckNow } from './findings-query.ts';

/** Contradictions, offers past their day, orders to the assistant, conversations and vanished pages of a base, with what to do about each. */
export function FindingsPanel({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const query = useQuery(findingsQuery(base.id));
  const check = useCheckNow(base.id);
  const title = useRef<HTMLHeadingElement>(null);
  const [open, ignored] = [useRef<HTMLUListElement>(null), useRef<HTMLUListElement>(null)];
  useKeptFocus(open, { whenEmpty: title });
  useKeptFocus(ignored, { whenEmpty: title });
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { findings } = query.data;
  const of = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted);
  const ignoredText = t('checks.findings.ignored', { count: of('ignored').length });
  return (
    <Panel>
      <header className={classes.head}>
        <Title ref={title} order={2} tabIndex={-1}>
          {t('checks.findings.title')}
        </Title>
        <BusyButton variant="default" size="sm" loading={check.isPending} onClick={() => check.mutate()}>
          {t('checks.findings.check')}
        </BusyButton>
        <p>{t('checks.findings.hint')}</p>
      </header>
      {of('open').length === 0 && <p className={classes.none}>{t(noneText(base))}</p>}
      {of('open').length > 0 && !base.isChecked && (
        <p className={classes.none} role="status">
          {t('checks.findings.checking')}
        </p>
      )}
      <FindingList listRef={open} label={t('checks.findings.title')} findings={of('open')} base={base} />
      {of('ignored').length > 0 && (
        <details className={classes.ignored}>
          <summary>{ignoredText}</summary>
          <FindingList listRef={ignored} label={ignoredText} findings={of('ignored')} base={base} />
        </details>
      )}
    </Panel>
  );
}

function noneText({ pairs, sources, isChecked }: KnowledgeBase) {
  if (pairs + sources === 0) return 'checks.findings.empty';
  return isChecked ? 'checks.findings.none' : 'checks.findings.checking';
}

type FindingListProps = {
  listRef: RefObject<HTMLUListElement | null>;
  label: string;
  findings: Finding[];
  base: KnowledgeBase;
};

function FindingList({ listRef, label, findings, base }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul ref={listRef} className={classes.list} aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.id} data-testid="finding">
          <FindingCard finding={finding} base={base} />
        </li>
      ))}
    </ul>
  );
}
