import { Button } from '@mantine/core';
import type { Channel, ChannelFamily, OfferedChannelType } from '@otvet/contract';
import { describeChannel, groupFamilies, offeredChannelTypes } from '@otvet/contract/values';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ChannelBadge } from '../../../components/ui/channel-badge.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useStartConnecting } from '../../../connect-forms/connecting.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from '../channels-screen.module.css';
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
  const start = useStartConnecting((id) => {
    setIsChoosing(false);
    onStarted(id);
  });
  // One that has lost its link is linked again in the same way.
  const isLinkedAgain = (type: OfferedChannelType, { inactiveReason }: Channel) =>
    inactiveReason !== null && describeChannel(type).inbound.includes('session');
  const isTaken = (type: OfferedChannelType) =>
    describeChannel(type).onePerAccount &&
    channels.some((channel) => channel.type === type && !isLinkedAgain(type, channel));
  const [first] = types;
  if (first === undefined) return null;
  const isOnlyWay = types.length === 1;
  return (
    <li className={classes.offer}>
      <ChannelBadge type={first} size="large" />
      <div>
        <h3>{t(`channels.${first}.title`)}</h3>
        <p>{types.every(isTaken) ? t('channels.one_only') : t(`channels.${first}.about`)}</p>
        <HelpLink type={first} />
      </div>
      <Button
        // Equal offers: none of them comes first.
        color="secondary.1"
        disabled={types.every(isTaken)}
        leftSection={<IconPlus size={16} />}
        aria-label={t('channels.connect_named', { channel: t(`channels.${first}.title`) })}
        loading={start.isPending}
        onClick={() => (isOnlyWay ? start.mutate(first) : setIsChoosing(true))}
      >
        {t('channels.connect')}
      </Button>
      {isChoosing && (
        <ChooseWay
          title={t('channels.connect_named', { channel: t(`channels.${first}.title`) })}
          ways={types.map((type) => ({ type, isTaken: isTaken(type) }))}
          isBusy={start.isPending}
          onChosen={(type) => start.mutate(type)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </li>
  );
}
