const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a page may open a socket: pages of this very server, and of the own machine while developing.
 * A request without an origin comes from no browser page of ours and is refused too.
 */
export function isOwnOrigin({
  origin,
  host,
  publicUrl,
}: {
  origin: string | undefined;
  host: string | undefined;
  publicUrl: string | undefined;
}): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { origin: exact, host: pageHost, hostname, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (localHosts.has(hostname)) return true;
  if (publicUrl !== undefined) return exact === new URL(publicUrl).origin;
  return pageHost === host;
}
