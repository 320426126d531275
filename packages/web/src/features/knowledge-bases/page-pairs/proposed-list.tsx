import { Button } from '@mantine/core';
import { useState } from 'react';
import { Segments } from '../../../components/ui/segments.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { type ChosenRow, canChoose } from './choose-pairs.ts';
import classes from './page-pairs-dialog.module.css';
import { ProposedRow, type ProposedRowProps } from './proposed-row.tsx';

const outcomes = ['added', 'changed', 'unchanged', 'skipped'] as const;
type Shown = 'all' | (typeof outcomes)[number];

type ProposedListProps = Pick<ProposedRowProps, 'onChange' | 'isBusy'> & {
  rows: readonly ChosenRow[];
  onChooseAll: (numbers: readonly number[], isChosen: boolean) => void;
};

/** What a page proposes, by what would become of it. */
export function ProposedList({ rows, onChange, onChooseAll, isBusy }: ProposedListProps) {
  const { t } = useTexts();
  const [shown, setShown] = useState<Shown>('all');
  const countOf = (kind: Shown) => rows.filter(({ proposed }) => kind === 'all' || proposed.outcome === kind).length;
  const options = (['all', ...outcomes] as const)
    .filter((kind) => kind === 'all' || countOf(kind) > 0)
    .map((kind) => ({ value: kind, label: t(`knowledge.import.filter.${kind}`, { number: countOf(kind) }) }));
  const listed = rows.filter(({ proposed }) => shown === 'all' || proposed.outcome === shown);
  const free = listed.filter(canChoose);
  const areAllChosen = free.length > 0 && free.every(({ isChosen }) => isChosen);
  const chooseAll = () =>
    onChooseAll(
      free.map(({ row }) => row),
      !areAllChosen,
    );
  return (
    <section aria-label={t('sources.page_pairs.list')}>
      <div className={classes.head}>
        {options.length > 2 && (
          <div className={classes.filter}>
            <Segments<Shown> label={t('knowledge.import.filter')} value={shown} options={options} onChange={setShown} />
          </div>
        )}
        {free.length > 1 && (
          <Button variant="subtle" color="secondary" size="xs" disabled={isBusy} onClick={chooseAll}>
            {t(areAllChosen ? 'sources.page_pairs.choose_none' : 'sources.page_pairs.choose_all')}
          </Button>
        )}
      </div>
      <ul className={classes.rows}>
        {listed.map((row) => (
          <ProposedRow key={row.row} row={row} onChange={onChange} isBusy={isBusy} />
        ))}
      </ul>
    </section>
  );
}
