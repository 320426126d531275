import { Link } from '@tanstack/react-router';
import { useNow } from '../../platform/format/use-now.ts';
import { readTrial } from '../../platform/session/trial.ts';
import { useCan, useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './trial-card.module.css';

/** What is left of the free trial; when it is over: what has ended, what goes on, and where to change it. */
export function TrialCard() {
  const { t } = useTexts();
  const now = useNow();
  const trial = useUserData()?.trial;
  const canChange = useCan('manage_plan');
  const state = readTrial({ trial, now });
  if (!trial || state === null) return null;
  const { counts, left, days, ended } = state;
  if (ended !== null)
    return (
      <section className={classes.card} data-over aria-label={t(`shell.trial.over.${ended}`)}>
        <b>{t(`shell.trial.over.${ended}`)}</b>
        {t(`shell.trial.goes_on.${counts}`)}
        {canChange && (
          <Link to="/app/settings/" hash="plan" className={classes.link}>
            {t('shell.trial.what_to_do')}
          </Link>
        )}
      </section>
    );
  return (
    <section className={classes.card} aria-label={t('shell.trial.title')}>
      <b>{t('shell.trial.title')}</b>
      <div className={classes.bar} aria-hidden>
        <i style={{ width: `${Math.min(100, (trial.used / Math.max(1, trial.limit)) * 100)}%` }} />
      </div>
      {t(`shell.trial.left.${counts}`, { left, limit: trial.limit })} {t('shell.trial.days', { count: days })}
    </section>
  );
}
