import { Button } from '@mantine/core';
import type { Channel, ChannelFamily, OfferedChannelType } from '@otvet/contract';
import { describeChannel, groupFamilies, needsWebhookAddress, offeredChannelTypes } from '@otvet/contract/values';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ChannelBadge } from '../../../components/ui/channel-badge.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useStartConnecting } from '../../../connect-forms/connecting.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from '../channels-screen.module.css';
import { AddressNeeded } from './address-needed.tsx';
import { ChannelRequest } from './channel-request.tsx';
import { ChooseWay } from './choose-way.tsx';

const families = groupFamilies(offeredChannelTypes);

/** What can be connected, one card a platform. */
export function Offers({ channels, onStarted }: { channels: Channel[]; onStarted: (id: string) => void }) {
  const { t } = useTexts();
  return (
    <section>
      <h2 className={classes.heading}>{t('channels.add')}</h2>
      <ul className={classes.offers}>
        {families.map((family) => (
          <Offer key={family.family} family={family} channels={channels} onStarted={onStarted} />
        ))}
        <ChannelRequest />
      </ul>
    </section>
  );
}

type Props = { family: ChannelFamily<OfferedChannelType>; channels: Channel[]; onStarted: (id: string) => void };

function Offer({ family: { types }, channels, onStarted }: Props) {
  const { t } = useTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const [unreachable, setUnreachable] = useState<OfferedChannelType | null>(null);
  const hasAddress = useUserData()?.hasWebhookAddress ?? true;
  const isUnreachable = (type: OfferedChannelType) => !hasAddress && needsWebhookAddress(type);
  const start = useStartConnecting(onStarted);
  // One that has lost its link is linked again in the same way.
  const isLinkedAgain = (type: OfferedChannelType, { inactiveReason }: Channel) =>
    inactiveReason !== null && describeChannel(type).inbound.includes('session');
  const isTaken = (type: OfferedChannelType) =>
    describeChannel(type).onePerAccount &&
    channels.some((channel) => channel.type === type && !isLinkedAgain(type, channel));
  const begin = (type: OfferedChannelType) => {
    setIsChoosing(false);
    if (isUnreachable(type)) setUnreachable(type);
    else start.mutate(type);
  };
  const [first] = types;
  if (first === undefined) return null;
  const isOnlyWay = types.length === 1;
  return (
    <li className={classes.offer}>
      <ChannelBadge type={first} size="large" />
      <div>
        <h3>{t(`channels.${first}.title`)}</h3>
        <p>{types.every(isTaken) ? t('channels.one_only') : t(`channels.${first}.about`)}</p>
        <div className={classes.marks}>
          <HelpLink type={first} />
          {types.every(isUnreachable) && <Chip kind="warning">{t('channels.address.mark')}</Chip>}
        </div>
      </div>
      <Button
        // Equal offers: none of them comes first.
        color="secondary.1"
        disabled={types.every(isTaken)}
        leftSection={<IconPlus size={16} />}
        aria-label={t('channels.connect_named', { channel: t(`channels.${first}.title`) })}
        loading={start.isPending}
        onClick={() => (isOnlyWay ? begin(first) : setIsChoosing(true))}
      >
        {t('channels.connect')}
      </Button>
      {isChoosing && (
        <ChooseWay
          title={t('channels.connect_named', { channel: t(`channels.${first}.title`) })}
          ways={types.map((type) => ({ type, isTaken: isTaken(type), isUnreachable: isUnreachable(type) }))}
          isBusy={start.isPending}
          onChosen={begin}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {unreachable !== null && (
        <AddressNeeded type={unreachable} channel={t(`channels.${first}.title`)} onClose={() => setUnreachable(null)} />
      )}
    </li>
  );
}
