import { networkOf } from '../../../platform/http/index.ts';
import type { AccountsTools } from '../deps.ts';
import { findIdentityByEmail } from '../identity-store.ts';

type Try = { foldedEmail: string; device: string | undefined; ip: string; signal: AbortSignal };

/**
 * Counts a try to sign in; gives what takes it back. Browsers that have signed in to this address before share a count of
 * their own, and count as any other when that is used up. From any other, tries beyond the bound of the address wait for
 * each other; who finds too many waiting is refused, and a known browser is not.
 */
export async function admitTry(tools: AccountsTools, attempt: Try): Promise<() => Promise<void>> {
  const { limits, tryTurns } = tools;
  const { foldedEmail, ip, signal } = attempt;
  const ofDevice = { rule: 'sign-in.device', subject: foldedEmail } as const;
  const forgiveDevice = () => limits.forgive(ofDevice, { all: true });
  if ((await isKnown(tools, attempt)) && !(await limits.isUsedUp(ofDevice))) return forgiveDevice;
  const ofNetwork = { rule: 'sign-in.ip', subject: ip } as const;
  const ofPair = { rule: 'sign-in.pair', subject: foldedEmail, ip } as const;
  const ofAddress = { rule: 'sign-in.email', subject: foldedEmail } as const;
  await limits.require([ofNetwork, ofPair]);
  if (await limits.isUsedUp(ofAddress)) await tryTurns.wait({ key: foldedEmail, network: networkOf(ip), signal });
  return async () => {
    await forgiveDevice();
    await limits.forgive(ofPair, { all: true });
    for (const each of [ofNetwork, ofAddress]) await limits.forgive(each);
  };
}

async function isKnown({ pool, knownDevices }: AccountsTools, { foldedEmail, device }: Try): Promise<boolean> {
  if (device === undefined) return false;
  const identity = await findIdentityByEmail.first(pool, { foldedEmail });
  return !!identity?.password && knownDevices.isKnown(device, { foldedEmail, passwordHash: identity.password });
}
