import type { ImportedRow } from '@otvet/contract';
import { useEffect, useRef, useState } from 'react';
import { Segments } from '../../../components/ui/segments.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { BeforeAfter } from '../before-after.tsx';
import { describeFault } from './describe-fault.ts';
import classes from './import-dialog.module.css';

const outcomes = ['added', 'changed', 'unchanged', 'skipped'] as const;
type Shown = 'all' | (typeof outcomes)[number];

/** Rows that are drawn at first, and more of them as the end comes near. */
const STEP = 100;

/** What becomes of each row, by outcome. */
export function ImportRows({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTexts();
  const [shown, setShown] = useState<Shown>('all');
  const countOf = (kind: Shown) => rows.filter(({ outcome }) => kind === 'all' || outcome === kind).length;
  const options = (['all', ...outcomes] as const)
    .filter((kind) => kind === 'all' || countOf(kind) > 0)
    .map((kind) => ({ value: kind, label: t(`knowledge.import.filter.${kind}`, { number: countOf(kind) }) }));
  const listed = rows.filter(({ outcome }) => shown === 'all' || outcome === shown);
  return (
    <section aria-label={t('knowledge.import.preview')}>
      {options.length > 2 && (
        <div className={classes.filter}>
          <Segments<Shown> label={t('knowledge.import.filter')} value={shown} options={options} onChange={setShown} />
        </div>
      )}
      <RowList key={shown} rows={listed} />
    </section>
  );
}

function RowList({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTexts();
  const [limit, setLimit] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const hasMore = rows.length > limit;
  useEffect(() => {
    if (!hasMore || end.current === null) return;
    const seen = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) setLimit(limit + STEP);
    };
    const observer = new IntersectionObserver(seen, { root: list.current, rootMargin: '600px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, limit]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <ul ref={list} className={classes.rows} tabIndex={0} aria-label={t('knowledge.import.preview')}>
      {rows.slice(0, limit).map((row) => (
        <Row key={row.row} row={row} />
      ))}
      {hasMore && <li ref={end} className={classes.end} aria-hidden />}
    </ul>
  );
}

function Row({ row }: { row: ImportedRow }) {
  const { t } = useTexts();
  const { outcome, question, answer } = row;
  // Its fault says so.
  const hasNoAnswer = outcome === 'skipped' && answer === '';
  return (
    <li className={classes.row} data-outcome={outcome} data-testid="import-row">
      <span className={classes.number}>{row.row}</span>
      <div className={classes.words}>
        <b>{question || '—'}</b>
        <Ways row={row} />
        {outcome === 'changed' && row.formerAnswer !== null ? (
          <BeforeAfter before={row.formerAnswer} after={answer} />
        ) : (
          !hasNoAnswer && <p>{answer || '—'}</p>
        )}
        {outcome === 'skipped' && <em>{describeFault(t, row)}</em>}
      </div>
      <span className={classes.outcome}>{t(`knowledge.import.outcome.${outcome}`)}</span>
    </li>
  );
}

/** The ways to ask of a row; of a pair that changes those that it gets. */
function Ways({ row }: { row: ImportedRow }) {
  const { t } = useTexts();
  const shown = (row.outcome === 'changed' ? row.phrasingsAdded : row.phrasings).join(' · ');
  if (shown === '') return null;
  return (
    <p className={classes.ways}>
      {row.outcome === 'changed' ? t('knowledge.import.phrasings_added', { phrasings: shown }) : shown}
    </p>
  );
}
