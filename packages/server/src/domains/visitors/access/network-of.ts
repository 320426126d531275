/** The key of an address for limits: the neighbours of one IPv6 network (/64) are one customer of a provider. */
export function networkOf(ip: string): string {
  return ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip;
}
