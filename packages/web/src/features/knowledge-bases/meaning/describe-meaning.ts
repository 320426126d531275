import type { SearchByMeaning, SizesDiffer } from '@otvet/contract';

/** Taken as a type: the contract itself would bring the schema library. */
const SIZES_DIFFER: SizesDiffer = 'dimensions';

/** What the panel shows: one of these at a time. */
export type MeaningView =
  | 'off'
  | 'missing'
  | 'fetching'
  | 'checking'
  | 'failed'
  /** It works for some passages, and more are coming. */
  | 'preparing'
  /** No more are coming until somebody asks for them. */
  | 'stopped'
  | 'on';

export function viewOf({ choice, local, progress }: SearchByMeaning): MeaningView {
  if (choice === 'off' || (choice === 'local' && local.state === 'absent')) return 'off';
  if (choice === 'local' && local.state !== 'ready' && local.state !== 'absent') return local.state;
  if (progress?.failedReason === SIZES_DIFFER) return 'stopped';
  return progress !== null && progress.done < progress.total ? 'preparing' : 'on';
}

const underWay = new Set<MeaningView>(['fetching', 'checking', 'preparing']);

/** Something changes by itself. */
export const isUnderWay = (search: SearchByMeaning): boolean => underWay.has(viewOf(search));
