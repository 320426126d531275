import ipaddr from 'ipaddr.js';

// Outside of global unicast everything is special: NAT64 (64:ff9b::/96, 64:ff9b:1::/48), mapped, unique local,
// link local, multicast and more.
const globalUnicast = ipaddr.parseCIDR('2000::/3');
// Special although the address library calls them ordinary.
const furtherRanges = [
  '168.63.129.16/32', // the host agent of Azure, reachable from every virtual machine there
  '2001::/23', // IETF protocol assignments, Teredo among them
  '2002::/16', // 6to4: may carry any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((range) => ipaddr.parseCIDR(range));

/** Whether an IP address belongs to the open internet; private, local, metadata and translated ones do not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv6' && !parsed.match(globalUnicast)) return false;
  return !furtherRanges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
}
