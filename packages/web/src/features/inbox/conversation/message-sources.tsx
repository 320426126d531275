import { UnstyledButton } from '@mantine/core';
import type { Source } from '@otvet/contract';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { nameSource, nameSources, type SourceName, shortenName } from '../model/name-source.ts';
import classes from './message-sources.module.css';

type MessageSourcesProps = { sources: Source[]; said: string; onOpenPair: ((pairId: string) => void) | null };

/** What an answer stands on. */
export function MessageSources({ sources, said, onOpenPair }: MessageSourcesProps) {
  return (
    <ul className={classes.sources}>
      {nameSources(sources).map((named) => (
        <li key={named.source.passageId}>
          <SourceChip named={named} said={said} onOpenPair={onOpenPair} />
        </li>
      ))}
    </ul>
  );
}

type SourceChipProps = Omit<MessageSourcesProps, 'sources'> & { named: SourceName<Source> };

/** A pair opens where it can be changed, a file or page at its place. */
function SourceChip({ named, said, onOpenPair }: SourceChipProps) {
  const { t } = useTexts();
  const canOpen = useCan('view_kb');
  const { source } = named;
  const name = <ChipName named={named} />;
  const whole = nameSource(source);
  if (source.kind !== 'qa' && canOpen) {
    return (
      <Link
        to="/app/knowledge-bases/$id/"
        params={{ id: source.knowledgeBaseId }}
        search={{ tab: 'sources', passage: source.passageId }}
        state={{ said }}
        className={classes.source}
        title={`${whole}\n${t('shell.show_in_source')}`}
      >
        {name}
      </Link>
    );
  }
  if (source.kind !== 'qa' || onOpenPair === null)
    return (
      <span className={classes.source} title={whole}>
        {name}
      </span>
    );
  return (
    <UnstyledButton
      className={classes.source}
      title={t('dialogs.open_source')}
      onClick={() => onOpenPair(source.passageId)}
    >
      {name}
    </UnstyledButton>
  );
}

function ChipName({ named: { source, name, heading, number, all } }: { named: SourceName<Source> }) {
  const { t } = useTexts();
  return (
    <>
      <span className={classes.name}>{source.kind === 'file' ? shortenName(name) : name}</span>
      {heading !== '' && <span className={classes.place}>{` › ${heading}`}</span>}
      {all > 1 && <span className={classes.number}>{t('dialogs.source_place', { number, all })}</span>}
    </>
  );
}
