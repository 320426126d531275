import type { AccountsTools } from '../deps.ts';
import { findIdentityByEmail } from '../identity-store.ts';
import type { HashTurn } from '../passwords/hash-turns.ts';

type Try = { foldedEmail: string; device: string | undefined; ip: string };
/** `forgive` takes back what was counted of a try that was right. */
type Admission = { turn: HashTurn; forgive: () => Promise<void> };

/**
 * Counts a try to sign in. Browsers that have signed in to this address before share a count of their own, and count as
 * any other when that is used up. Everybody else is counted by his network alone: what other networks try at the same
 * address leaves him fewer tries and never none, and who has tried less often is heard first.
 */
export async function admitTry(tools: AccountsTools, attempt: Try): Promise<Admission> {
  const { limits } = tools;
  const { foldedEmail, ip } = attempt;
  const ofDevice = { rule: 'sign-in.device', subject: foldedEmail } as const;
  const forgiveDevice = () => limits.forgive(ofDevice, { all: true });
  if ((await isKnown(tools, attempt)) && (await isAllowedAsKnown(tools, attempt)))
    return { turn: { provenFrom: ip }, forgive: forgiveDevice };
  const ofNetwork = { rule: 'sign-in.ip', subject: ip } as const;
  const ofPair = { rule: 'sign-in.pair', subject: foldedEmail, ip } as const;
  const ofAttacked = { rule: 'sign-in.attacked', subject: foldedEmail, ip } as const;
  const ofAddress = { rule: 'sign-in.email', subject: foldedEmail } as const;
  const rank = await limits.require([ofNetwork, ofPair]);
  if (await limits.countAndCheck(ofAddress)) await limits.require([ofAttacked]);
  return {
    turn: { rank },
    forgive: async () => {
      await forgiveDevice();
      for (const each of [ofPair, ofAttacked]) await limits.forgive(each, { all: true });
      for (const each of [ofNetwork, ofAddress]) await limits.forgive(each);
    },
  };
}

/** Two of the counts are never taken back: whoever owns the account could sign in without end. */
async function isAllowedAsKnown({ limits }: AccountsTools, { foldedEmail, ip }: Try): Promise<boolean> {
  if (await limits.countAndCheck({ rule: 'sign-in.known', subject: foldedEmail })) return false;
  if (await limits.countAndCheck({ rule: 'sign-in.known.ip', subject: ip })) return false;
  return !(await limits.countAndCheck({ rule: 'sign-in.device', subject: foldedEmail }));
}

async function isKnown({ pool, knownDevices }: AccountsTools, { foldedEmail, device }: Try): Promise<boolean> {
  if (device === undefined) return false;
  const identity = await findIdentityByEmail.first(pool, { foldedEmail });
  if (!identity?.password) return false;
  return knownDevices.isKnown(device, { foldedEmail, passwordSetAt: identity.passwordSetAt });
}
