import type { Finding, KnowledgeBase } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { splitSaid } from '../../../components/source-place/split-said.ts';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { api } from '../../../platform/api/client.ts';
import { formatDate } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';
import { PairDialog } from '../components/pair-dialog.tsx';
import { CorrectFile, LookAtSource, SourceActions } from './finding-actions.tsx';
import { findingPlace, goToFinding } from './finding-place.ts';
import classes from './findings-panel.module.css';
import { useCheckNow, useMarkFinding } from './findings-query.ts';
import { splitValue } from './split-value.ts';

type Passage = Finding['passages'][number];

/** Whether customers are told it. */
const TOLD = {
  expired: { open: 'checks.finding.withheld', ignored: 'checks.finding.kept' },
  order: { open: 'checks.finding.order_withheld', ignored: 'checks.finding.order_kept' },
  conversation: { open: 'checks.finding.held', ignored: 'checks.finding.allowed' },
} as const;

const isToldOf = (kind: Finding['kind']): kind is keyof typeof TOLD => kind in TOLD;

/** It is of all that stands in one source. */
const isOfSource = (kind: Finding['kind']): boolean => kind === 'vanished' || kind === 'conversation';

function markText({ kind, state, passages }: Finding) {
  if (kind === 'conversation') return 'checks.finding.hold';
  if (state !== 'open') return 'checks.finding.reopen';
  return passages.length > 1 && !isOfSource(kind) ? 'checks.finding.all_right' : 'checks.finding.leave';
}

/** One finding: what stands there side by side, whom it touched, and what can be done. */
export function FindingCard({ finding, base }: { finding: Finding; base: KnowledgeBase }) {
  const { t } = useTexts();
  const canMark = useCan('manage_kb_qa');
  const canManage = useCan('manage_kb_files');
  const mark = useMarkFinding(base.id);
  const { kind, subject, passages, state, answers } = finding;
  const isMarked = useLocation({ select: ({ hash }) => hash === finding.id });
  useEffect(() => {
    if (isMarked) goToFinding(finding.id);
  }, [isMarked, finding.id]);
  const isToLookAt = kind === 'conversation' && state === 'open';
  const set = (next: Finding['state']) => mark.mutate({ id: finding.id, state: next });
  const sourceActions = isOfSource(kind) && <SourceActions finding={finding} baseId={base.id} />;
  return (
    <article className={classes.card} id={findingPlace(finding.id)} tabIndex={-1} data-marked={isMarked || undefined}>
      <h3 className={classes.subject}>
        <Chip kind={state === 'open' ? 'warning' : 'neutral'}>{t(`checks.finding.${kind}`)}</Chip>
        {subject}
      </h3>
      <div className={classes.sides}>
        {passages.map((passage) => (
          <Side key={passage.id} passage={passage} kind={kind} subject={subject} baseId={base.id} />
        ))}
      </div>
      {isToldOf(kind) && <p className={classes.above}>{t(TOLD[kind][state])}</p>}
      {answers.count > 0 && <TouchedAnswers answers={answers} />}
      <div className={classes.actions}>
        {isToLookAt && <LookAtSource finding={finding} baseId={base.id} />}
        {kind !== 'conversation' && sourceActions}
        {canMark && !isToLookAt && (kind !== 'conversation' || canManage) && (
          <BusyButton
            variant="default"
            size="sm"
            loading={mark.isPending}
            onClick={() => set(state === 'open' ? 'ignored' : 'open')}
          >
            {t(markText(finding))}
          </BusyButton>
        )}
        {/* It can be taken back; what deletes it comes last. */}
        {kind === 'conversation' && sourceActions}
      </div>
    </article>
  );
}

/** What customers were told already, each with the way to its dialog. */
function TouchedAnswers({ answers: { count, newest } }: Pick<Finding, 'answers'>) {
  const { t } = useTexts();
  return (
    <details className={classes.touched}>
      <summary>{t('checks.finding.touched', { count })}</summary>
      <ul>
        {newest.map(({ uniqueId, text, at }) => (
          <li key={`${uniqueId} ${at}`}>
            <Link to="/app/inbox/" search={{ dialog: uniqueId }} className={classes.open}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

type SideProps = { passage: Passage; kind: Finding['kind']; subject: string; baseId: string };

function Side({ passage, kind, subject, baseId }: SideProps) {
  const { t, locale } = useTexts();
  const now = useNow();
  const canEdit = useCan('manage_kb_qa');
  const canUpload = useCan('manage_kb_files');
  const { id, title, value, sourceId, sourceName, link } = passage;
  const isFile = sourceId !== null && link === null;
  const day = kind === 'expired' ? formatDate({ at: new Date(`${value}T00:00`), now, locale }) : '';
  return (
    <section className={classes.side}>
      <h4 className={classes.origin}>
        {sourceName === null ? t('checks.finding.pair') : t('checks.finding.source', { name: sourceName })}
      </h4>
      {title !== '' && title !== subject && <p className={classes.above}>{title}</p>}
      <SideText passage={passage} kind={kind} />
      {kind === 'expired' && <p className={classes.above}>{t('checks.finding.until', { day })}</p>}
      {sourceId !== null && kind !== 'conversation' && (
        <Link
          to="/app/knowledge-bases/$id/"
          params={{ id: baseId }}
          search={{ tab: 'sources', source: sourceId, passage: id }}
          state={{ isToCorrect: true }}
          className={classes.open}
        >
          {t('shell.show_in_source')}
        </Link>
      )}
      {isFile && canUpload && kind !== 'conversation' && <CorrectFile sourceId={sourceId} baseId={baseId} />}
      {sourceId === null && canEdit && <EditPair id={id} baseId={baseId} />}
    </section>
  );
}

/** The words of one side; what differs from the other, or is not told, stands out. */
function SideText({ passage: { text, value }, kind }: Pick<SideProps, 'passage' | 'kind'>) {
  if (kind !== 'price' && kind !== 'phone' && kind !== 'order') return <p className={classes.text}>{text}</p>;
  const parts = kind === 'order' ? splitSaid(text, value) : splitValue(text, value);
  return (
    <p className={classes.text}>
      {parts.map((part) => (part.isSaid ? <mark key={part.text}>{part.text}</mark> : part.text))}
    </p>
  );
}

/** The pair is asked for first; once it is saved, the base is looked through again. */
function EditPair({ id, baseId }: { id: string; baseId: string }) {
  const { t } = useTexts();
  const check = useCheckNow(baseId);
  const open = useMutation({ mutationFn: () => api.learning.pair({ id }), onError: showErrorToast });
  return (
    <>
      <BusyButton variant="subtle" size="compact-sm" ml={-8} loading={open.isPending} onClick={() => open.mutate()}>
        {t('checks.finding.edit')}
      </BusyButton>
      {open.data !== undefined && (
        <PairDialog kbId={baseId} pair={open.data} onSaved={() => check.mutate()} onClose={open.reset} />
      )}
    </>
  );
}
