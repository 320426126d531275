import type { KnowledgeSource } from '@otvet/contract';
import { Segments } from '../../../../components/ui/segments.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import classes from './source-list.module.css';

const states = ['all', 'failed', 'reading'] as const;
export type ShownState = (typeof states)[number];

/** Whether a source is of what is shown; one that waits for its turn is being read, too. */
export function isOf({ state }: Pick<KnowledgeSource, 'state'>, shown: ShownState): boolean {
  if (shown === 'all') return true;
  return shown === 'failed' ? state === 'failed' : state === 'reading' || state === 'waiting';
}

type StateFilterProps = {
  sources: readonly KnowledgeSource[];
  shown: ShownState;
  onShow: (shown: ShownState) => void;
};

/** Of many sources those that failed, or are being read. Nothing where all are read. */
export function StateFilter({ sources, shown, onShow }: StateFilterProps) {
  const { t } = useTexts();
  const countOf = (state: ShownState) => sources.filter((source) => isOf(source, state)).length;
  const options = states
    .filter((state) => state === 'all' || state === shown || countOf(state) > 0)
    .map((state) => ({ value: state, label: t(`sources.filter.${state}`, { number: countOf(state) }) }));
  if (options.length < 2) return null;
  return (
    <div className={classes.filter}>
      <Segments<ShownState> label={t('sources.filter')} value={shown} options={options} onChange={onShow} />
    </div>
  );
}
