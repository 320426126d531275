import { Button } from '@mantine/core';
import type { Channel, ChannelFamily, OfferedChannelType } from '@otvet/contract';
import { familyOf, groupFamilies, offeredChannelTypes } from '@otvet/contract/values';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
import { markOf, orderOffers, readWay, type Way } from './way-obstacle.ts';

const families = groupFamilies(offeredChannelTypes);

/** The ways to each platform, with what stands in them on this server and in this account. */
function useWays(channels: Channel[]): (family: ChannelFamily<OfferedChannelType>) => Way[] {
  const hasAddress = useUserData()?.hasWebhookAddress ?? true;
  const notInstalled = useQuery(notInstalledQuery).data ?? [];
  return ({ types }) => types.map((type) => readWay(type, { channels, hasAddress, notInstalled }));
}

/** `choosing`: the platform whose way is being chosen; `needing`: the way whose address is explained. */
type OfferWindow = { choosing?: string | undefined; needing?: string | undefined };

/** What stands open over the channels; it stands in the address, so that a reload goes on with it. */
export type OpenWindow = OfferWindow & { connecting?: string | undefined };

type OffersProps = {
  channels: Channel[];
  window: OfferWindow;
  onShow: (window: OfferWindow) => void;
  /** Another window, or none, in the place of the open one. */
  onReplace: (window: OfferWindow) => void;
  onStarted: (id: string) => void;
};

/** What can be connected, one card a platform. */
export function Offers({ channels, window: { choosing, needing }, onShow, onReplace, onStarted }: OffersProps) {
  const { t } = useTexts();
  const waysOf = useWays(channels);
  const start = useStartConnecting(onStarted);
  const open = (family: string, [first, ...others]: Way[]) => {
    if (first === undefined || others.length > 0) return onShow({ choosing: family });
    return first.obstacle === 'address' ? onShow({ needing: first.type }) : start.mutate(first.type);
  };
  const close = () => onReplace({});
  const chosen = families.find(({ family, types }) => family === choosing && types.length > 1);
  const unreachable = families.flatMap(waysOf).find(({ type, obstacle }) => type === needing && obstacle === 'address');
  return (
    <section>
      <h2 className={classes.heading}>{t('channels.add')}</h2>
      <ul className={classes.offers}>
        {orderOffers(families.map((family) => ({ ...family, ways: waysOf(family) }))).map(({ family, types, ways }) => (
          <Offer
            key={family}
            ways={ways}
            isBusy={start.isPending && types.some((type) => type === start.variables)}
            onOpen={() => open(family, ways)}
          />
        ))}
        <ChannelRequest />
      </ul>
      {chosen !== undefined && (
        <ChooseWay
          title={t('channels.connect_named', { channel: titleOf(chosen, t) })}
          ways={waysOf(chosen)}
          onChosen={(type) => {
            close();
            start.mutate(type);
          }}
          onAddress={(type) => onShow({ needing: type })}
          onClose={close}
        />
      )}
      {unreachable !== undefined && (
        <Unreachable type={unreachable.type} onBack={(family) => onReplace({ choosing: family })} onClose={close} />
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
  const onOther = family.types.length > 1 ? () => onBack(familyOf(type)) : null;
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
