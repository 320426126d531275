import { useNow } from '../../platform/format/use-now.ts';
import { useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './trial-card.module.css';

const DAY_MS = 86_400_000;

/** What is left of the free trial. */
export function TrialCard() {
  const { t } = useTexts();
  const now = useNow();
  const trial = useUserData()?.trial;
  if (!trial) return null;
  const left = Math.max(0, trial.limit - trial.used);
  const days = Math.max(0, Math.ceil((new Date(trial.endsAt).getTime() - now.getTime()) / DAY_MS));
  const isOver = left === 0 || days === 0;
  return (
    <section className={classes.card} aria-label={t('shell.trial.title')}>
      <b>{t('shell.trial.title')}</b>
      <div className={classes.bar} aria-hidden>
        <i style={{ width: `${Math.min(100, (trial.used / Math.max(1, trial.limit)) * 100)}%` }} />
      </div>
      {isOver
        ? t('shell.trial.over')
        : `${t('shell.trial.left', { left, limit: trial.limit })} ${t('shell.trial.days', { count: days })}`}
    </section>
  );
}
