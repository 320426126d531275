import { Alert, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { limits } from '@otvet/contract/values';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { LoadError } from '../../../../components/ui/load-error.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../../components/ui/screen-skeleton.tsx';
import { isGone } from '../../../../platform/api/is-gone.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { openedSourceQuery } from '../api/opened-source-query.ts';
import { isPicture } from '../source-words.ts';
import { HeldDecision } from './held-decision.tsx';
import { NoSource } from './no-source.tsx';
import classes from './opened-source.module.css';
import { PassageList } from './passage-list.tsx';
import { SourceChanges } from './source-changes.tsx';
import { SourceHead } from './source-head.tsx';
import { SourcePicture } from './source-picture.tsx';

type OpenedSourceProps = { baseId: string; id: string; passageId: string | undefined };

/** A source with what was understood of it, at one of its passages where the address names one. */
export function OpenedSource({ baseId, id, passageId }: OpenedSourceProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const isTooShort = settled !== '' && settled.length < limits.knowledgeSearchMin;
  const search = isTooShort ? '' : settled;
  const heading = useRef<HTMLHeadingElement>(null);
  const [lostId, setLostId] = useState<string | null>(null);
  const place = passageId === undefined || passageId === lostId ? {} : { passageId };
  const query = useInfiniteQuery(openedSourceQuery({ id, search, ...place }));
  if (isGone(query.error)) {
    if (query.error.code !== 'knowledge.passage_not_found' || passageId === undefined)
      return <NoSource baseId={baseId} isPlace={false} />;
    // The source is there, the place is not: the source opens from its beginning.
    if (lostId !== passageId) setLostId(passageId);
  }
  if (query.data === undefined)
    return query.isError && !isGone(query.error) ? (
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <ScreenSkeleton />
    );
  const last = query.data.pages.at(-1);
  if (last === undefined) return null;
  const { source, count, fileUrl, changes } = last;
  const picture = isPicture(source) ? fileUrl : null;
  return (
    <Stack gap={16}>
      <Link to="/app/knowledge-bases/$id/" params={{ id: baseId }} search={{ tab: 'sources' }} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
        {t('sources.opened.back')}
      </Link>
      <SourceHead source={source} fileUrl={fileUrl} heading={heading} />
      {lostId !== null && lostId === passageId && (
        <Alert color="amber" variant="light" role="status">
          {t('sources.opened.place_gone')}
        </Alert>
      )}
      {changes !== null && <SourceChanges changes={changes} />}
      <Panel
        title={t('sources.opened.passages')}
        hint={t(source.isHeld ? 'sources.opened.hint_held' : 'sources.opened.hint')}
      >
        {source.passages > 0 && (
          <TextInput
            type="search"
            className={classes.search ?? ''}
            leftSection={<IconSearch size={18} stroke={1.8} />}
            placeholder={t('sources.opened.search')}
            aria-label={t('sources.opened.search')}
            value={typed}
            error={isTooShort ? t('errors.knowledge.search_too_short') : null}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className={classes.read} data-picture={picture !== null || undefined}>
          {picture !== null && <SourcePicture source={source} url={picture} />}
          <div>
            <PassageList
              query={query}
              search={search}
              count={count}
              source={source}
              {...(search === '' ? { markedId: place.passageId } : {})}
            />
          </div>
        </div>
      </Panel>
      <HeldDecision source={source} onAllowed={() => heading.current?.focus()} />
    </Stack>
  );
}
