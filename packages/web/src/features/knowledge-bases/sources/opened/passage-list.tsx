import { Button, Center } from '@mantine/core';
import type { KnowledgeSource, SourcePassage } from '@otvet/contract';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { describePlace } from '../../../../components/source-place/describe-place.ts';
import { LoadMore } from '../../../../components/ui/load-more.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import classes from './opened-source.module.css';
import { FoundText, SaidText } from './passage-words.tsx';

/** The part of an endless query that the list needs. */
type PassagePages = {
  data: { pages: readonly { passages: readonly SourcePassage[] }[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  isFetchingNextPage: boolean;
  isFetchingPreviousPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
  fetchPreviousPage(): unknown;
};

type PassageListProps = {
  query: PassagePages;
  source: KnowledgeSource;
  search: string;
  count: number;
  markedId?: string | undefined;
};

const END_TEXT_FROM = 10;

/** Passages in the order of their source; the one that an answer stands on is marked and scrolled to. */
export function PassageList({ query, source, search, count, markedId }: PassageListProps) {
  const { t } = useTexts();
  const passages = query.data?.pages.flatMap((page) => page.passages) ?? [];
  if (passages.length === 0) {
    const none = source.passages === 0 ? t('sources.opened.none_yet') : t('sources.opened.nothing', { search });
    return <p className={classes.none}>{none}</p>;
  }
  return (
    <>
      <p className={classes.count} aria-live="polite">
        {search === '' ? t('sources.passages', { count }) : t('sources.opened.found', { count })}
      </p>
      {query.hasPreviousPage && (
        <Center p={8}>
          <Button
            color="secondary.1"
            size="sm"
            loading={query.isFetchingPreviousPage}
            onClick={() => void query.fetchPreviousPage()}
          >
            {t('sources.opened.earlier')}
          </Button>
        </Center>
      )}
      <ol className={classes.passages}>
        {passages.map((passage) => (
          <Passage key={passage.id} passage={passage} search={search} isMarked={passage.id === markedId} />
        ))}
      </ol>
      <LoadMore
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.isFetchNextPageError ? query.error : null}
        onLoad={() => void query.fetchNextPage()}
        endText={passages.length >= END_TEXT_FROM ? t('sources.opened.end') : null}
      />
    </>
  );
}

type PassageProps = { passage: SourcePassage; search: string; isMarked: boolean };

function Passage({ passage, search, isMarked }: PassageProps) {
  const { t } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const place = describePlace(passage.place, t);
  return (
    <li
      ref={row}
      className={classes.passage}
      data-testid="passage"
      data-marked={isMarked || undefined}
      {...(isMarked ? { tabIndex: -1, 'aria-current': 'location' } : {})}
    >
      {isMarked && <PlaceMark />}
      {(passage.trail.length > 0 || place !== '') && (
        <div className={classes.above}>
          <span>{passage.trail.join(' › ')}</span>
          <span className={classes.place}>{place}</span>
        </div>
      )}
      {isMarked ? <SaidText text={passage.text} /> : <FoundText text={passage.text} search={search} />}
    </li>
  );
}

/** Why this place is shown: an answer came from it, or it is to be corrected; an address that was copied tells neither. */
function PlaceMark() {
  const { t } = useTexts();
  const { said, isToCorrect } = useLocation({ select: ({ state }) => state });
  const why = isToCorrect ? 'sources.opened.place_to_correct' : 'sources.opened.place_here';
  return <span className={classes.mark}>{t(said ? 'sources.opened.place' : why)}</span>;
}
