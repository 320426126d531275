import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../../components/ui/load-error.tsx';
import { ScreenSkeleton } from '../../../../components/ui/screen-skeleton.tsx';
import { isGone } from '../../../../platform/api/is-gone.ts';
import { passageQuery } from '../../../../platform/queries/passage-query.ts';
import { NoSource } from './no-source.tsx';
import { OpenedSource } from './opened-source.tsx';

type OpenedPlaceProps = { baseId: string; sourceId: string | undefined; passageId: string | undefined };

/** A source by its own address, or by one of its passages alone, as an answer names it. */
export function OpenedPlace({ baseId, sourceId, passageId }: OpenedPlaceProps) {
  if (sourceId !== undefined) return <OpenedSource baseId={baseId} id={sourceId} passageId={passageId} />;
  return passageId === undefined ? null : <SourceOfPassage baseId={baseId} passageId={passageId} />;
}

function SourceOfPassage({ baseId, passageId }: { baseId: string; passageId: string }) {
  const { data, error, refetch } = useQuery(passageQuery(passageId));
  if (data !== undefined) return <OpenedSource baseId={baseId} id={data.source.id} passageId={passageId} />;
  if (error === null) return <ScreenSkeleton />;
  return isGone(error) ? (
    <NoSource baseId={baseId} isPlace />
  ) : (
    <LoadError error={error} onRetry={() => void refetch()} />
  );
}
