import type { Caller } from '../confined/index.ts';
import { networkOf } from '../http/index.ts';

/** Whose file it is: strangers have narrower bounds than people who are signed in and platforms. */
export type Uploader =
  | { kind: 'visitor'; ip: string; visitorId: string }
  | { kind: 'member'; userId: string }
  | { kind: 'platform' };

/** The place in the line of pictures. */
export function callerOf(by: Uploader, accountId: string): Caller {
  switch (by.kind) {
    case 'visitor':
      return { lane: 'visitor', key: networkOf(by.ip) };
    case 'member':
      return { lane: 'member', key: by.userId };
    case 'platform':
      return { lane: 'platform', key: accountId };
  }
}
