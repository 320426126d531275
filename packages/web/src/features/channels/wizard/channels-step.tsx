import { Button } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { ConnectDialog } from '../../../connect-forms/connect-on-demand.ts';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { ConnectingList } from '../components/connecting-list.tsx';
import { Offers } from '../components/offers.tsx';
import { MadeChannels } from './made-channels.tsx';
import classes from './wizard-page.module.css';
import { WizardPage } from './wizard-page.tsx';

/** Connects the first channel by the same steps as the page of channels; the open one stands in the address. */
export function WizardChannelsScreen() {
  const { t } = useTexts();
  const query = useQuery(channelsQuery);
  const navigate = useNavigate();
  const { connecting } = useSearch({ from: '/wizard/channels' });
  const [choosing, choose] = useState<string | null>(null);
  const show = (id: string | undefined) => void navigate({ to: '/wizard/channels/', search: { connecting: id } });
  const goOn = ({ family, id }: Channel) =>
    void navigate({ to: '/wizard/role/$type/$id/', params: { type: family, id }, replace: true });
  return (
    <WizardPage step="channels" title={t('wizard.channels.title')} text={t('wizard.channels.text')}>
      {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      <MadeChannels channels={query.data ?? []} />
      <ConnectingList openId={connecting} onContinue={show} />
      {query.isSuccess && <Offers channels={query.data} choosing={choosing} onChoose={choose} onStarted={show} />}
      {connecting !== undefined && (
        <ConnectDialog
          key={connecting}
          id={connecting}
          place="wizard"
          onConnected={goOn}
          onOtherWay={choose}
          onClose={() => show(undefined)}
        />
      )}
      <div className={classes.actions}>
        <Button color="secondary.1" renderRoot={(props) => <Link to="/wizard/intro/" {...props} />}>
          {t('wizard.back')}
        </Button>
      </div>
    </WizardPage>
  );
}
