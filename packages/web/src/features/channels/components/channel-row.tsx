import type { Channel } from '@otvet/contract';
import { isEmbedded } from '@otvet/contract/values';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './channel-row.module.css';
import { ChannelStatus, isAddressUntried, useSilenceText } from './channel-status.tsx';
import { reasonText } from './reason-text.ts';
import { useRefusedText } from './requests-refused.tsx';
import { SiteLine } from './site-line.tsx';

export function ChannelRow({ channel }: { channel: Channel }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const reason = reasonText(channel);
  const silence = useSilenceText(channel);
  const refused = useRefusedText(channel);
  const last =
    channel.lastEventAt === null
      ? t('channels.no_events')
      : t('channels.last_event', { at: formatMoment({ at: new Date(channel.lastEventAt), now, locale }) });
  return (
    <li>
      <Link to="/app/channels/$type/$id/" params={{ type: channel.family, id: channel.id }} className={classes.row}>
        <ChannelBadge type={channel.type} size="large" />
        <span className={classes.names}>
          <b>{channel.name}</b>
          <span>
            {[channelTitle(channel.type), channel.accountName, last]
              .filter((part) => part !== '' && part !== channel.name)
              .join(' · ')}
          </span>
          {reason !== null && <span className={classes.fault}>{reason}</span>}
          {isAddressUntried(channel) && reason === null && (
            <span>{t('channels.address_untried.title', { channel: channelTitle(channel.type) })}</span>
          )}
          {refused !== null && reason === null && <span>{refused}</span>}
          {silence !== null && <span>{silence}</span>}
          {isEmbedded(channel.type) && <SiteLine channel={channel} />}
        </span>
        <span className={classes.state}>
          <ChannelStatus channel={channel} />
        </span>
        <IconChevronRight size={18} stroke={1.8} aria-hidden />
      </Link>
    </li>
  );
}
