import type { SearchByMeaning } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Chip, type ChipKind } from '../../../components/ui/chip.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { type MeaningView, viewOf } from './describe-meaning.ts';
import { MeaningOff, MissingLibraries } from './meaning-off.tsx';
import classes from './meaning-panel.module.css';
import { meaningQuery } from './meaning-query.ts';
import { MeaningFailed, MeaningFetching, MeaningOn } from './meaning-works.tsx';

const chips: Record<
  MeaningView,
  { kind: ChipKind; name: 'off' | 'on' | 'fetching' | 'checking' | 'failed' | 'stopped' }
> = {
  off: { kind: 'neutral', name: 'off' },
  missing: { kind: 'warning', name: 'failed' },
  fetching: { kind: 'accent', name: 'fetching' },
  checking: { kind: 'accent', name: 'checking' },
  failed: { kind: 'error', name: 'failed' },
  stopped: { kind: 'warning', name: 'stopped' },
  preparing: { kind: 'success', name: 'on' },
  on: { kind: 'success', name: 'on' },
};

/** Whether bases are searched by meaning: what it needs, how far it is, and the way on or off. */
export function MeaningPanel() {
  const { t } = useTexts();
  const title = useId();
  const query = useQuery(meaningQuery);
  if (query.isPending) return null;
  if (query.isLoadingError)
    return <LoadError error={query.error} what={t('meaning.no_state')} onRetry={() => void query.refetch()} />;
  const search = query.data;
  const view = viewOf(search);
  const { kind, name } = chips[view];
  return (
    <section className={classes.panel} aria-labelledby={title} data-testid="meaning" data-state={view}>
      <header className={classes.head}>
        <h2 id={title}>{t('meaning.title')}</h2>
        <span aria-live="polite">
          <Chip kind={kind}>{t(`meaning.state.${name}`)}</Chip>
        </span>
      </header>
      <p className={classes.hint}>{t(mayLeave(search) ? 'meaning.hint_any' : 'meaning.hint')}</p>
      <MeaningBody search={search} view={view} />
    </section>
  );
}

/** Texts leave the server, or would by one of the ways. */
const mayLeave = ({ choice, service }: SearchByMeaning) =>
  choice === 'service' || (choice === 'off' && service !== null);

function MeaningBody({ search, view }: { search: SearchByMeaning; view: MeaningView }) {
  if (view === 'off') return <MeaningOff search={search} />;
  if (view === 'missing') return <MissingLibraries search={search} />;
  if (view === 'failed') return <MeaningFailed search={search} />;
  if (view === 'fetching' || view === 'checking') return <MeaningFetching search={search} />;
  return <MeaningOn search={search} hasStopped={view === 'stopped'} />;
}
