import ipaddr from 'ipaddr.js';

/**
 * The network of an address as a key for limits: an IPv4 address alone, the /64 of an IPv6 one, which is the least that a
 * provider gives to one customer. All written forms of an address have one key.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex');
}
