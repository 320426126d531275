import { Button } from '@mantine/core';
import type { Finding, KnowledgeBase } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';
import { api } from '../../../platform/api/client.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { PairDialog } from '../components/pair-dialog.tsx';
import classes from './findings-panel.module.css';
import { useMarkFinding } from './findings-query.ts';

type Passage = Finding['passages'][number];

/** One finding: what stands there side by side, whom it touched, and what can be done. */
export function FindingCard({ finding, base }: { finding: Finding; base: KnowledgeBase }) {
  const { t } = useTexts();
  const canMark = useCan('manage_kb_qa');
  const mark = useMarkFinding(base.id);
  const { kind, subject, passages, state, answers } = finding;
  const isContradiction = passages.length > 1 && kind !== 'vanished';
  const set = (next: Finding['state']) => mark.mutate({ id: finding.id, state: next });
  return (
    <article className={classes.card}>
      <h3 className={classes.subject}>
        <Chip kind={state === 'open' ? 'warning' : 'neutral'}>{t(`checks.finding.${kind}`)}</Chip> {subject}
      </h3>
      <div className={classes.sides}>
        {passages.map((passage) => (
          <Side key={passage.id} passage={passage} kind={kind} baseId={base.id} />
        ))}
      </div>
      {answers.count > 0 && (
        <details className={classes.touched}>
          <summary>{t('checks.finding.touched', { count: answers.count })}</summary>
          <ul>
            {answers.newest.map(({ uniqueId, text, at }) => (
              <li key={`${uniqueId} ${at}`}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {canMark && (
        <div className={classes.actions}>
          {state === 'open' ? (
            <Button variant="default" size="sm" loading={mark.isPending} onClick={() => set('ignored')}>
              {t(isContradiction ? 'checks.finding.all_right' : 'checks.finding.leave')}
            </Button>
          ) : (
            <Button variant="default" size="sm" loading={mark.isPending} onClick={() => set('open')}>
              {t('checks.finding.reopen')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

function Side({ passage, kind, baseId }: { passage: Passage; kind: Finding['kind']; baseId: string }) {
  const { t } = useTexts();
  const [isEditing, setIsEditing] = useState(false);
  const canEdit = useCan('manage_kb_qa');
  const { id, title, text, sourceId, sourceName } = passage;
  return (
    <section className={classes.side}>
      <h4 className={classes.origin}>
        {sourceName === null ? t('checks.finding.pair') : t('checks.finding.source', { name: sourceName })}
      </h4>
      {title !== '' && <p className={classes.above}>{title}</p>}
      <p className={classes.text}>{text}</p>
      {kind === 'expired' && <p className={classes.above}>{t('checks.finding.until', { day: passage.value })}</p>}
      {sourceId !== null && (
        <Link
          to="/app/knowledge-bases/$id/"
          params={{ id: baseId }}
          search={{ tab: 'sources', source: sourceId, passage: id }}
        >
          {t('checks.finding.open')}
        </Link>
      )}
      {sourceId === null && canEdit && (
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setIsEditing(true)}>
          {t('checks.finding.edit')}
        </Button>
      )}
      {isEditing && <EditedPair id={id} baseId={baseId} onClose={() => setIsEditing(false)} />}
    </section>
  );
}

function EditedPair({ id, baseId, onClose }: { id: string; baseId: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['knowledge-bases', baseId, 'pair', id],
    queryFn: () => api.learning.pair({ id }),
  });
  if (query.data === undefined) return null;
  return <PairDialog kbId={baseId} pair={query.data} onClose={onClose} />;
}
