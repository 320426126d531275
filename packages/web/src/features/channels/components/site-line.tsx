import type { Channel } from '@otvet/contract';
import { formatDayAndClock } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** Whether the code stands on a site, as far as the server has seen. */
export function SiteLine({ channel: { lastSite } }: { channel: Pick<Channel, 'lastSite'> }) {
  const { t, locale } = useTexts();
  const now = useNow();
  if (lastSite === null) return <span data-testid="last-site">{t('channels.site.none')}</span>;
  const at = formatDayAndClock({ at: new Date(lastSite.at), now, locale });
  return <span data-testid="last-site">{t('channels.site.last', { site: lastSite.host, at })}</span>;
}
