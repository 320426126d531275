import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { MadeChannels } from './made-channels.tsx';
import classes from './wizard-page.module.css';
import { WizardPage } from './wizard-page.tsx';

/** What the wizard does. Who comes back, also on another device, goes on from the channels that are there. */
export function WizardIntroScreen() {
  const { t } = useTexts();
  const made = useQuery(channelsQuery).data ?? [];
  return (
    <WizardPage step="intro" title={t('wizard.intro.title')} text={t('wizard.intro.text')}>
      <ul className={classes.points}>
        {(['channels', 'role', 'try'] as const).map((step) => (
          <li key={step}>{t(`wizard.intro.${step}`)}</li>
        ))}
      </ul>
      <MadeChannels channels={made} />
      <div className={classes.actions}>
        <Button renderRoot={(props) => <Link to="/wizard/channels/" {...props} />}>
          {t(made.length === 0 ? 'wizard.intro.begin' : 'wizard.intro.another')}
        </Button>
      </div>
    </WizardPage>
  );
}
