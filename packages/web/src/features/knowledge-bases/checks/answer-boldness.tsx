import { Progress } from '@mantine/core';
import type { AnswerBoldness as Answer, Boldness, KnowledgeBase } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './answer-boldness.module.css';
import { areLevelsAlike } from './are-levels-alike.ts';
import { boldnessQuery, useChooseBoldness } from './boldness-query.ts';

// The list of the contract stands in a module with the schema library, which no browser loads.
const boldnesses = ['careful', 'usual', 'bold'] as const satisfies readonly Boldness[];

/** The owner's choice between fewer wrong answers and fewer questions for people, with what each choice means. */
export function AnswerBoldness({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const name = useId();
  const canChoose = useCan('manage_kb');
  const query = useQuery(boldnessQuery(base.id));
  const choose = useChooseBoldness(base.id);
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { boldness: chosen, figures } = query.data;
  return (
    <Panel title={t('checks.boldness.title')} hint={t('checks.boldness.hint')}>
      <fieldset className={classes.choices} disabled={!canChoose}>
        <legend className={classes.legend}>{t('checks.boldness.title')}</legend>
        {boldnesses.map((boldness) => (
          <label key={boldness} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={boldness === chosen}
              onChange={() => choose.mutate(boldness)}
              aria-describedby={`${name}-${boldness}`}
            />
            <span className={classes.frame} aria-hidden="true" />
            <span className={classes.name}>{t(`checks.boldness.${boldness}`)}</span>
            <span className={classes.meaning}>{t(`checks.boldness.${boldness}.hint`)}</span>
            <Figures id={`${name}-${boldness}`} figure={figures.find((figure) => figure.boldness === boldness)} />
          </label>
        ))}
      </fieldset>
      {figures.some(({ falseAnswers, ownAnswers }) => falseAnswers !== null || ownAnswers !== null) && (
        <p className={classes.note}>{t('checks.boldness.figures')}</p>
      )}
      {areLevelsAlike(figures) && <p className={classes.note}>{t('checks.boldness.alike')}</p>}
      {figures.some(({ falseAnswers }) => falseAnswers === null) && (
        <p className={classes.note}>{t('checks.boldness.unknown')}</p>
      )}
      {figures.some(({ falseAnswers, ownAnswers }) => falseAnswers !== null && ownAnswers === null) && (
        <p className={classes.note}>{t('checks.boldness.own_unknown')}</p>
      )}
      {!canChoose && <p className={classes.note}>{t('checks.boldness.ask')}</p>}
    </Panel>
  );
}

function Figures({ id, figure }: { id: string; figure: Answer['figures'][number] | undefined }) {
  const { t } = useTexts();
  const { ownAnswers = null, falseAnswers = null } = figure ?? {};
  return (
    <span id={id} className={classes.figures}>
      {ownAnswers !== null && <Bar label={t('checks.boldness.own', { count: ownAnswers })} value={ownAnswers} />}
      {falseAnswers !== null && (
        <Bar label={t('checks.boldness.false', { count: falseAnswers })} value={falseAnswers} color="amber" />
      )}
    </span>
  );
}

function Bar({ label, value, color }: { label: string; value: number; color?: string }) {
  return (
    <span className={classes.bar}>
      <span>{label}</span>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section value={value} color={color} withAria={false} />
      </Progress.Root>
    </span>
  );
}
