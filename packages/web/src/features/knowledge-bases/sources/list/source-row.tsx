import { Button, Progress } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Chip } from '../../../../components/ui/chip.tsx';
import { useNow } from '../../../../platform/format/use-now.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { ReplaceButton, useReplacing } from '../add/replace-button.tsx';
import { SendingRows } from '../add/sending-list.tsx';
import { useReadAgain } from '../api/source-mutations.ts';
import { SourceMenu, useCanManage } from '../source-menu.tsx';
import {
  describeAddress,
  describeFault,
  describeHistory,
  describeKind,
  describeState,
  mayBeAsked,
  needsAnotherFile,
} from '../source-words.ts';
import classes from './source-list.module.css';

type SourceRowProps = {
  source: KnowledgeSource;
  /** It was added a moment ago. */
  isAdded: boolean;
  /** It is brought into view. */
  isShown: boolean;
};

/** A source with its state, what is wrong with it, and what can be done. */
export function SourceRow({ source, isAdded, isShown }: SourceRowProps) {
  const { t, locale } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const now = useNow();
  const { id, knowledgeBaseId, name, state, progress, version } = source;
  const { Icon, text: kind } = describeKind(source, t);
  const { kind: chip, text } = describeState(source, t);
  const spoken = { t, locale, now };
  const fault = describeFault(source, spoken);
  const address = describeAddress(source);
  const facts = [kind];
  if (version > 0) facts.push(t('sources.passages', { count: source.passages }));
  if (source.hint !== '') facts.push(source.hint);
  return (
    <li ref={row} className={classes.row} data-testid="source" data-state={state} data-added={isAdded || undefined}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.8} aria-hidden />
      </span>
      <div className={classes.words}>
        <Link
          to="/app/knowledge-bases/$id/"
          params={{ id: knowledgeBaseId }}
          search={{ tab: 'sources', source: id }}
          className={classes.name}
        >
          {name}
        </Link>
        {address !== null && (
          <span className={classes.address} title={source.link ?? undefined}>
            {address}
          </span>
        )}
        <span className={classes.meta}>
          <span>{facts.join(' · ')}</span>
          <span>{describeHistory(source, spoken)}</span>
        </span>
        {fault !== null && (
          <p className={classes.fault} data-passing={state === 'waiting' || undefined}>
            {fault}
          </p>
        )}
        {source.isHeld && state === 'ready' && <HeldRow source={source} />}
        {mayBeAsked(source) &&
          (needsAnotherFile(source) ? <AnotherFile source={source} /> : <RetryButton source={source} />)}
        {state === 'reading' && progress.total > 0 && (
          <Progress.Root size={4} className={classes.bar}>
            <Progress.Section value={(progress.done / progress.total) * 100} aria-label={`${name}: ${text}`} />
          </Progress.Root>
        )}
      </div>
      <span className={classes.state} aria-live="polite">
        <Chip kind={chip}>{text}</Chip>
      </span>
      <SourceMenu source={source} />
    </li>
  );
}

/** Where it is looked at it is decided on. */
function HeldRow({ source: { id, knowledgeBaseId, name } }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  return (
    <>
      <p className={classes.fault} data-passing>
        {t('sources.held.row')}
      </p>
      <Button
        variant="default"
        size="xs"
        mt={6}
        w="fit-content"
        aria-label={t('sources.held.look_named', { name })}
        renderRoot={(props) => (
          <Link
            to="/app/knowledge-bases/$id/"
            params={{ id: knowledgeBaseId }}
            search={{ tab: 'sources', source: id }}
            {...props}
          />
        )}
      >
        {t('sources.held.look')}
      </Button>
    </>
  );
}

function AnotherFile({ source: { id, knowledgeBaseId: baseId, kind, name } }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canManage = useCanManage({ kind });
  const files = useReplacing({ sourceId: id, baseId });
  if (!canManage) return null;
  return (
    <>
      <ReplaceButton
        sourceId={id}
        baseId={baseId}
        mt={6}
        w="fit-content"
        label={t('sources.action.replace')}
        aria-label={t('sources.action.replace_named', { name })}
      />
      {files.length > 0 && <SendingRows files={files} />}
    </>
  );
}

function RetryButton({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const readAgain = useReadAgain();
  if (!canManage) return null;
  return (
    <Button
      variant="default"
      size="xs"
      mt={6}
      w="fit-content"
      aria-label={t('sources.action.read_again_named', { name: source.name })}
      loading={readAgain.isPending}
      onClick={() => readAgain.mutate(source)}
    >
      {t('sources.action.read_again')}
    </Button>
  );
}
