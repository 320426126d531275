import { Alert, Button, NativeSelect } from '@mantine/core';
import type { CheckPeriod, KnowledgeSource } from '@otvet/contract';
import { IconDownload, IconExternalLink, IconRefresh, IconUpload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Chip } from '../../../../components/ui/chip.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useNow } from '../../../../platform/format/use-now.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { ReplaceButton, useReplacing } from '../add/replace-button.tsx';
import { SendingRows } from '../add/sending-list.tsx';
import { useReadAgain, useSetCheck } from '../api/source-mutations.ts';
import { SourceMenu, useCanManage } from '../source-menu.tsx';
import { describeFault, describeHistory, describeKind, describeState, needsAnotherFile } from '../source-words.ts';
import { HeldNotice } from './held-notice.tsx';
import classes from './opened-source.module.css';

const periods = ['never', 'hour', 'day', 'week', 'month'] as const satisfies readonly CheckPeriod[];

type SourceActionsProps = { source: KnowledgeSource; fileUrl: string | null };
/** `heading`: it takes the focus where what had it goes. */
type SourceHeadProps = SourceActionsProps & { heading: RefObject<HTMLHeadingElement | null> };

/** What a source is, how it stands, and what can be done with it. */
export function SourceHead({ source, fileUrl, heading }: SourceHeadProps) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { Icon, text: kind } = describeKind(source, t);
  const spoken = { t, locale, now };
  const fault = describeFault(source, spoken);
  const state = describeState(source, t);
  const files = useReplacing({ sourceId: source.id, baseId: source.knowledgeBaseId });
  const facts = [kind];
  if (source.version > 0) facts.push(t('sources.passages', { count: source.passages }));
  if (source.language !== null) facts.push(t(`sources.language.${source.language}`));
  return (
    <Panel>
      <header className={classes.head}>
        <span className={classes.icon}>
          <Icon size={22} stroke={1.8} aria-hidden />
        </span>
        <div className={classes.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {source.name}
          </h2>
          <span className={classes.facts}>{facts.join(' · ')}</span>
          <span className={classes.facts}>{describeHistory(source, spoken)}</span>
          {source.hint !== '' && (
            <span className={classes.facts}>{t('sources.opened.about', { hint: source.hint })}</span>
          )}
        </div>
        <span className={classes.state} aria-live="polite">
          <Chip kind={state.kind}>{state.text}</Chip>
        </span>
        <SourceMenu source={source} />
      </header>
      {source.isHeld && source.state === 'ready' && <HeldNotice source={source} />}
      {fault !== null && (
        <Alert color={source.state === 'failed' ? 'red' : 'amber'} variant="light" mt={12} role="status">
          {fault}
        </Alert>
      )}
      {source.unreadPages.length > 0 && (
        <Alert color="amber" variant="light" mt={12}>
          {t('sources.unread_pages', { pages: source.unreadPages.join(', ') })}
        </Alert>
      )}
      <SourceActions source={source} fileUrl={fileUrl} />
      {files.length > 0 && <SendingRows files={files} />}
    </Panel>
  );
}

function SourceActions({ source, fileUrl }: SourceActionsProps) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const setCheck = useSetCheck();
  const { id, kind, link } = source;
  const address = link ?? fileUrl;
  return (
    <div className={classes.actions}>
      {address !== null && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          color="secondary.1"
          leftSection={link === null ? <IconDownload size={16} /> : <IconExternalLink size={16} />}
        >
          {t(link === null ? 'sources.action.download' : 'sources.action.original')}
        </Button>
      )}
      {canManage && <ReadingButton source={source} />}
      {kind !== 'file' && (
        <NativeSelect
          className={classes.every ?? ''}
          label={t('sources.every.label')}
          disabled={!canManage || setCheck.isPending}
          value={source.checkEvery}
          data={periods.map((period) => ({ value: period, label: t(`sources.every.${period}`) }))}
          onChange={({ currentTarget }) => {
            const checkEvery = periods.find((period) => period === currentTarget.value);
            if (checkEvery !== undefined) setCheck.mutate({ id, checkEvery });
          }}
        />
      )}
    </div>
  );
}

/** Reads it again, or takes another file where that would not help. */
function ReadingButton({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const readAgain = useReadAgain();
  const { id, knowledgeBaseId: baseId, kind } = source;
  if (needsAnotherFile(source)) {
    const look = { variant: 'filled', color: 'secondary.1', size: 'sm', leftSection: <IconUpload size={16} /> };
    return <ReplaceButton sourceId={id} baseId={baseId} label={t('sources.action.replace')} {...look} />;
  }
  return (
    <Button
      color="secondary.1"
      leftSection={<IconRefresh size={16} />}
      loading={readAgain.isPending}
      onClick={() => readAgain.mutate(source)}
    >
      {t(kind === 'file' ? 'sources.action.read_again' : 'sources.action.check_now')}
    </Button>
  );
}
