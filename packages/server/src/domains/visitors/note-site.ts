import { domainToUnicode } from 'node:url';
import { isLoopbackName, readOrigin } from '../../platform/http/index.ts';
import type { VisitorDeps, WidgetChannel } from './deps.ts';

/** `host`: the Host header, by which our own pages are known. */
type Loading = { channel: WidgetChannel; origin: string | undefined; host: string };

const MAX_SITE = 260;
const MAX_TOLD = 1000;

/** Tells the channel once which site loads its widget: the owner sees that the code stands. Our own pages and a machine's own are none. */
export function createSiteNote(deps: {
  channels: Pick<VisitorDeps['channels'], 'noteSite'>;
  hosts: VisitorDeps['hosts'];
  log: Pick<VisitorDeps['log'], 'warn'>;
}): (loading: Loading) => Promise<void> {
  // A channel is remembered for some seconds: what it says of itself may be older than what was told here.
  const told = new Set<string>();
  return async ({ channel, origin, host }) => {
    const { accountId, id } = channel;
    if (channel.isOnSite || told.has(id) || deps.hosts.isOwnOrigin(origin, host)) return;
    const site = readSite(origin);
    if (site === undefined) return;
    if (told.size >= MAX_TOLD) told.clear();
    told.add(id);
    await deps.channels.noteSite({ accountId, id, site }).catch((error: unknown) => {
      told.delete(id);
      // The visitor's chat is worth more than this note: the next page view tries again.
      deps.log.warn({ err: error, channelId: id }, 'the site of a widget could not be noted');
    });
  };
}

/** As people write it: letters of any language, the port where it is not the usual one. */
function readSite(origin: string | undefined): string | undefined {
  const page = readOrigin(origin);
  if (page === undefined || page.host.length > MAX_SITE || isLoopbackName(page.hostname)) return undefined;
  return page.host.replace(page.hostname, domainToUnicode(page.hostname) || page.hostname);
}
