import type { Channel } from '@otvet/contract';
import { formatDayAndClock } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** Whether the code stands on a site, as far as the server has seen. */
export function SiteLine({ channel: { firstSite } }: { channel: Pick<Channel, 'firstSite'> }) {
  const { t, locale } = useTexts();
  const now = useNow();
  if (firstSite === null) return <span data-testid="first-site">{t('channels.site.none')}</span>;
  const at = formatDayAndClock({ at: new Date(firstSite.at), now, locale });
  return <span data-testid="first-site">{t('channels.site.first', { site: firstSite.host, at })}</span>;
}
