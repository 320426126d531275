/** Addresses that other people's browsers cannot reach: this machine itself, or one of a private network. */
export function isOwnMachine(hostname: string): boolean {
  const [first = -1, second = -1] = hostname.split('.').map(Number);
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  if (!hostname.split('.').every((part) => part !== '' && Number(part) <= 255)) return false;
  if (first === 127 || first === 10 || (first === 192 && second === 168)) return true;
  return first === 172 && second >= 16 && second <= 31;
}
