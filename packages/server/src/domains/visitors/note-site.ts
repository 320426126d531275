import { domainToUnicode } from 'node:url';
import { isLoopbackName, readOrigin } from '../../platform/http/index.ts';
import type { VisitorDeps, WidgetChannel } from './deps.ts';

/** `host`: the Host header, by which our own pages are known. */
type Loading = { channel: WidgetChannel; origin: string | undefined; host: string };

const MAX_SITE = 260;
const MAX_NOTED = 1000;
/** Many sites may load one widget, and whoever calls may name any: a channel is written at most so often by one node. */
const NOTE_EVERY_MS = 600_000;

/** Tells the channel which site loads its widget: the owner sees that the code stands. Our own pages and a machine's own are none. */
export function createSiteNote(deps: {
  channels: Pick<VisitorDeps['channels'], 'noteSite'>;
  hosts: VisitorDeps['hosts'];
  clock: Pick<VisitorDeps['clock'], 'now'>;
  log: Pick<VisitorDeps['log'], 'warn'>;
}): (loading: Loading) => Promise<void> {
  const notedAt = new Map<string, number>();
  return async ({ channel, origin, host }) => {
    const { accountId, id } = channel;
    const now = deps.clock.now().getTime();
    if (now - (notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    const site = deps.hosts.isOwnOrigin(origin, host) ? undefined : readSite(origin);
    if (site === undefined) return;
    if (notedAt.size >= MAX_NOTED) notedAt.clear();
    notedAt.set(id, now);
    await deps.channels.noteSite({ accountId, id, site }).catch((error: unknown) => {
      notedAt.delete(id);
      // The visitor's chat is worth more than this note: the next page view tries again.
      deps.log.warn({ err: error, channelId: id }, 'the site of a widget could not be noted');
    });
  };
}

/** As people write it: letters of any language, the port where it is not the usual one. */
function readSite(origin: string | undefined): string | undefined {
  const page = readOrigin(origin);
  if (page === undefined || page.host.length > MAX_SITE || isLoopbackName(page.hostname)) return undefined;
  return page.host.replace(page.hostname, showName(page.hostname));
}

/** A name whose letters are of two alphabets may look like another one: it is shown as it is sent. */
function showName(hostname: string): string {
  const shown = domainToUnicode(hostname) || hostname;
  const isMixed = shown.split('.').some((label) => /[a-z]/i.test(label) && /\P{ASCII}/u.test(label));
  return isMixed ? hostname : shown;
}
