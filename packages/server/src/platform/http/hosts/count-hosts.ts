import type { IncomingMessage } from 'node:http';

/** How many Host headers a request has: Node keeps the first, and a proxy before it may have judged the second. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length;
}
