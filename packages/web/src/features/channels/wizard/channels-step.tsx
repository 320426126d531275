import { Button } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { ConnectDialog } from '../../../connect-forms/connect-on-demand.ts';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { ConnectingList } from '../components/connecting-list.tsx';
import { Offers, type OpenWindow } from '../components/offers.tsx';
import { MadeChannels } from './made-channels.tsx';
import classes from './wizard-page.module.css';
import { WizardPage } from './wizard-page.tsx';

/** Connects the first channel by the same steps as the page of channels; the open one stands in the address. */
export function WizardChannelsScreen() {
  const { t } = useTexts();
  const query = useQuery(channelsQuery);
  const navigate = useNavigate();
  const { connecting, ...window } = useSearch({ from: '/wizard/channels' });
  const show = (search: OpenWindow) => void navigate({ to: '/wizard/channels/', search });
  // One that was closed is not met again on the way back.
  const replace = (search: OpenWindow) => void navigate({ to: '/wizard/channels/', search, replace: true });
  const resume = (id: string) => show({ connecting: id });
  const goOn = ({ family, id }: Channel) =>
    void navigate({ to: '/wizard/role/$type/$id/', params: { type: family, id }, replace: true });
  return (
    <WizardPage step="channels" title={t('wizard.channels.title')} text={t('wizard.channels.text')}>
      {query.isLoadingError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      <MadeChannels channels={query.data ?? []} />
      <ConnectingList openId={connecting} onContinue={resume} />
      {query.isSuccess && (
        <Offers channels={query.data} window={window} onShow={show} onReplace={replace} onStarted={resume} />
      )}
      {connecting !== undefined && (
        <ConnectDialog
          key={connecting}
          id={connecting}
          place="wizard"
          onConnected={goOn}
          onOtherWay={(family) => show({ choosing: family })}
          onClose={() => replace({})}
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
