import { Button } from '@mantine/core';
import type { Channel, ChannelFamily, OfferedChannelType } from '@otvet/contract';
import { familyOf, groupFamilies, offeredChannelTypes } from '@otvet/contract/values';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChannelBadge } from '../../../components/ui/channel-badge.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { notInstalledQuery, useStartConnecting } from '../../../connect-forms/connecting.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from '../channels-screen.module.css';
import { AddressNeeded } from './address-needed.tsx';
import { ChannelRequest } from './channel-request.tsx';
import { ChooseWay } from './choose-way.tsx';
import { markOf, readWay, type Way } from './way-obstacle.ts';

const families = groupFamilies(offeredChannelTypes);

/** The ways to each platform, with what stands in them on this server and in this account. */
function useWays(channels: Channel[]): (family: ChannelFamily<OfferedChannelType>) => Way[] {
  const hasAddress = useUserData()?.hasWebhookAddress ?? true;
  const notInstalled = useQuery(notInstalledQuery).data ?? [];
  return ({ types }) => types.map((type) => readWay(type, { channels, hasAddress, notInstalled }));
}

type OffersProps = {
  channels: Channel[];
  /** The platform whose way is being chosen. */
  choosing: string | null;
  onChoose: (family: string | null) => void;
  onStarted: (id: string) => void;
};

/** What can be connected, one card a platform. */
export function Offers({ channels, choosing, onChoose, onStarted }: OffersProps) {
  const { t } = useTexts();
  const waysOf = useWays(channels);
  const start = useStartConnecting(onStarted);
  const [unreachable, setUnreachable] = useState<OfferedChannelType | null>(null);
  const begin = (type: OfferedChannelType) => {
    onChoose(null);
    start.mutate(type);
  };
  const showAddress = (type: OfferedChannelType) => {
    onChoose(null);
    setUnreachable(type);
  };
  const open = (family: string, [first, ...others]: Way[]) => {
    if (first === undefined || others.length > 0) return onChoose(family);
    return first.obstacle === 'address' ? showAddress(first.type) : begin(first.type);
  };
  const chosen = families.find(({ family }) => family === choosing);
  return (
    <section>
      <h2 className={classes.heading}>{t('channels.add')}</h2>
      <ul className={classes.offers}>
        {families.map((family) => (
          <Offer
            key={family.family}
            ways={waysOf(family)}
            isBusy={start.isPending && family.types.some((type) => type === start.variables)}
            onOpen={() => open(family.family, waysOf(family))}
          />
        ))}
        <ChannelRequest />
      </ul>
      {chosen !== undefined && (
        <ChooseWay
          title={t('channels.connect_named', { channel: titleOf(chosen, t) })}
          ways={waysOf(chosen)}
          onChosen={begin}
          onAddress={showAddress}
          onClose={() => onChoose(null)}
        />
      )}
      {unreachable !== null && (
        <Unreachable type={unreachable} onBack={onChoose} onClose={() => setUnreachable(null)} />
      )}
    </section>
  );
}

function titleOf({ types: [first] }: ChannelFamily<OfferedChannelType>, t: ReturnType<typeof useTexts>['t']): string {
  return first === undefined ? '' : t(`channels.${first}.title`);
}

type UnreachableProps = { type: OfferedChannelType; onBack: (family: string) => void; onClose: () => void };

/** Where there are several ways to the platform, back to them. */
function Unreachable({ type, onBack, onClose }: UnreachableProps) {
  const { t } = useTexts();
  const family = families.find(({ types }) => types.includes(type));
  if (family === undefined) return null;
  const goBack = () => {
    onClose();
    onBack(familyOf(type));
  };
  const onOther = family.types.length > 1 ? goBack : null;
  return <AddressNeeded type={type} channel={titleOf(family, t)} onBack={onOther} onClose={onClose} />;
}

function Offer({ ways, isBusy, onOpen }: { ways: Way[]; isBusy: boolean; onOpen: () => void }) {
  const { t } = useTexts();
  const [way] = ways;
  if (way === undefined) return null;
  const title = t(`channels.${way.type}.title`);
  const isTaken = ways.every(({ obstacle }) => obstacle === 'taken');
  const mark = markOf(ways);
  return (
    <li className={classes.offer}>
      <ChannelBadge type={way.type} size="large" />
      <div>
        <h3>{title}</h3>
        <p>{isTaken ? t('channels.one_only') : t(`channels.${way.type}.about`)}</p>
        <div className={classes.marks}>
          <HelpLink type={way.type} />
          {mark !== null && <Chip kind="warning">{t(mark)}</Chip>}
        </div>
      </div>
      <Button
        // Equal offers: none of them comes first.
        color="secondary.1"
        disabled={isTaken}
        leftSection={<IconPlus size={16} />}
        aria-label={t('channels.connect_named', { channel: title })}
        loading={isBusy}
        onClick={onOpen}
      >
        {t('channels.connect')}
      </Button>
    </li>
  );
}
