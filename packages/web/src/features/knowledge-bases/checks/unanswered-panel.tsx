import { Title } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { PairDialog } from '../components/pair-dialog.tsx';
import { useKeptFocus } from '../model/use-kept-focus.ts';
import classes from './unanswered-panel.module.css';
import { unansweredQuery, useUnansweredNews } from './unanswered-query.ts';
import { HiddenRow, UnansweredRow } from './unanswered-row.tsx';

/** What customers asked and the assistant did not know: each with its dialog, a way to add the answer, and one to put it away. */
export function UnansweredPanel({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  useUnansweredNews(base.id);
  const query = useQuery(unansweredQuery(base.id));
  const [asked, setAsked] = useState<string | null>(null);
  /** The one that was put away last stays in its place for as long as it can be taken back there. */
  const [last, setLast] = useState<string | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [list, hiddenList] = [useRef<HTMLUListElement>(null), useRef<HTMLUListElement>(null)];
  useKeptFocus(list, { target: 'button', whenEmpty: panel });
  useKeptFocus(hiddenList, { target: 'button', whenEmpty: panel });
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { questions, hidden } = query.data;
  const inPlace = hidden.filter(({ fingerprint }) => fingerprint === last);
  const listed = [...questions, ...inPlace].sort((one, other) => other.lastAt.localeCompare(one.lastAt));
  const away = hidden.filter(({ fingerprint }) => fingerprint !== last);
  return (
    <Panel>
      <div ref={panel} tabIndex={-1}>
        {listed.length === 0 ? (
          <EmptyState
            icon={IconCircleCheck}
            title={t('checks.unanswered.none')}
            text={t('checks.unanswered.none_text')}
          />
        ) : (
          <>
            <Title order={2}>{t('checks.unanswered.title')}</Title>
            <p className={classes.hint}>{t('checks.unanswered.hint')}</p>
            <ul ref={list} className={classes.list} aria-label={t('checks.unanswered.title')}>
              {listed.map((one) =>
                inPlace.includes(one) ? (
                  <HiddenRow key={one.fingerprint} baseId={base.id} asked={one} isInPlace />
                ) : (
                  <UnansweredRow
                    key={one.fingerprint}
                    baseId={base.id}
                    asked={one}
                    onAnswer={() => setAsked(one.question)}
                    onHidden={() => setLast(one.fingerprint)}
                  />
                ),
              )}
            </ul>
          </>
        )}
        {away.length > 0 && (
          <details className={classes.hidden}>
            <summary>{t('checks.unanswered.hidden', { count: away.length })}</summary>
            <p className={classes.hint}>{t('checks.unanswered.hidden_hint')}</p>
            <ul
              ref={hiddenList}
              className={classes.list}
              aria-label={t('checks.unanswered.hidden', { count: away.length })}
            >
              {away.map((one) => (
                <HiddenRow key={one.fingerprint} baseId={base.id} asked={one} />
              ))}
            </ul>
          </details>
        )}
      </div>
      {asked !== null && (
        <PairDialog kbId={base.id} pair={null} question={asked} keepsAsked onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}
