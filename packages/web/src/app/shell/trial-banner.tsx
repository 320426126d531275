import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from '../../platform/format/use-now.ts';
import { readStored, writeStored } from '../../platform/session/local-data.ts';
import { readTrial } from '../../platform/session/trial.ts';
import { useCan, useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import bannerClasses from './banner.module.css';
import classes from './trial-card.module.css';

/** On a phone, where the rail with its card is not: that the trial is over, until it is put away. */
export function TrialBanner() {
  const { t } = useTexts();
  const now = useNow();
  const trial = useUserData()?.trial;
  const canChange = useCan('manage_plan');
  const [seen, setSeen] = useState(() => readStored('trialSeen'));
  const state = readTrial({ trial, now });
  if (!trial || !canChange || state === null || state.ended === null || seen === trial.endsAt) return null;
  const hide = () => {
    writeStored('trialSeen', trial.endsAt);
    setSeen(trial.endsAt);
  };
  return (
    <section
      className={`${bannerClasses.banner} ${classes.phone}`}
      data-kind="warning"
      aria-label={t(`shell.trial.over.${state.ended}`)}
    >
      <span>
        <b>{t(`shell.trial.over.${state.ended}`)}.</b> {t(`shell.trial.goes_on.${state.counts}`)}{' '}
        <Link to="/app/settings/" hash="plan" className={bannerClasses.link}>
          {t('shell.trial.what_to_do')}
        </Link>
      </span>
      <UnstyledButton className={classes.hide} aria-label={t('shell.close')} onClick={hide}>
        <IconX size={18} aria-hidden />
      </UnstyledButton>
    </section>
  );
}
