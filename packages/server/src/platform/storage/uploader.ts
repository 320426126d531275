import type { Caller } from '../confined/index.ts';

/** Whose file it is: strangers have narrower bounds than people who are signed in and platforms. */
export type Uploader =
  /** `blocks`: the wider networks around an IPv6 one, of which a stranger may hold all, with how many times its bounds they get. */
  | { kind: 'visitor'; network: string; visitorId: string; blocks?: readonly { key: string; share: number }[] }
  | { kind: 'member'; userId: string }
  | { kind: 'platform' };

/** The place in the line of pictures. */
export function callerOf(by: Uploader, accountId: string): Caller {
  switch (by.kind) {
    case 'visitor':
      return { lane: 'visitor', key: by.network };
    case 'member':
      return { lane: 'member', key: by.userId };
    case 'platform':
      return { lane: 'platform', key: accountId };
  }
}
