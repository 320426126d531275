import type { Locale, SubscriptionStatus } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { Clock } from '../../platform/time/clock.ts';
import {
  type Allowance,
  findMemberName,
  findOwner,
  findOwnerLocale,
  findPhoto,
  findPhotoOwner,
  findSubscriptionStatus,
  readAllowance,
} from './store.ts';
import { toReceiver } from './to-receiver.ts';

/** What other domains ask about accounts, often. Names, pictures and languages may be a minute old on other nodes. */
export type AccountFacts = {
  /** The language of the account's owner. */
  localeOf(accountId: string): Promise<Locale>;
  /** How a member is called before others; the account's name where the member gave none. */
  nameOf(member: { accountId: string; userId: string }): Promise<string>;
  /** The file of a member's picture. */
  photoOf(member: { accountId: string; userId: string }): Promise<string | null>;
  /** Whether the file is the picture of somebody in the account, as the database has it now. */
  isPhoto(file: { accountId: string; fileId: string }): Promise<boolean>;
  /** To whom a mail about the account goes, read anew. */
  ownerOf(accountId: string, db: Queryable): Promise<ReturnType<typeof toReceiver> | undefined>;
  subscriptionStatusOf(accountId: string): Promise<SubscriptionStatus>;
  /** Read anew: what the next answer of the account would meet. */
  allowanceOf(accountId: string): Promise<Allowance>;
};

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export function createAccountFacts({ pool, clock }: { pool: Queryable; clock: Clock }): {
  facts: AccountFacts;
  forget: (member: { accountId: string; userId: string }) => void;
} {
  const locales = createMemory<Locale>(clock);
  const names = createMemory<string>(clock);
  const photos = createMemory<string | null>(clock);
  const memberKey = ({ accountId, userId }: { accountId: string; userId: string }) => `${accountId} ${userId}`;
  return {
    facts: {
      localeOf: (accountId) =>
        locales.read(accountId, async () => (await findOwnerLocale.first(pool, { accountId }))?.locale ?? 'ru'),
      nameOf: (member) =>
        names.read(memberKey(member), async () => (await findMemberName.first(pool, member))?.name ?? ''),
      photoOf: (member) =>
        photos.read(memberKey(member), async () => (await findPhoto.first(pool, member))?.photoFileId ?? null),
      isPhoto: async (file) => (await findPhotoOwner.first(pool, file)) !== undefined,
      allowanceOf: async (accountId) =>
        (await readAllowance.first(pool, { accountId, now: clock.now() }))?.allowance ?? 'plan',
      ownerOf: async (accountId, db) => {
        const owner = await findOwner.first(db, { accountId });
        return owner && toReceiver(owner);
      },
      subscriptionStatusOf: async (accountId) =>
        (await findSubscriptionStatus.first(pool, { accountId }))?.status ?? 'stopped',
    },
    forget: (member) => {
      locales.forget(member.accountId);
      names.forget(memberKey(member));
      photos.forget(memberKey(member));
    },
  };
}

function createMemory<Value>(clock: Clock) {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    read: async (key: string, load: () => Promise<Value>): Promise<Value> => {
      const now = clock.now().getTime();
      const known = entries.get(key);
      if (known !== undefined && now < known.until && known.until - now <= REMEMBERED_MS) return known.value;
      const value = await load();
      if (entries.size >= MAX_REMEMBERED) entries.clear();
      entries.set(key, { value, until: now + REMEMBERED_MS });
      return value;
    },
    forget: (key: string) => entries.delete(key),
  };
}
