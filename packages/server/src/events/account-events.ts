import { z } from 'zod';

/** Published by the domain accounts. */
export const accountEvents = {
  'account.created': z.object({ accountId: z.uuid(), ownerId: z.string(), isSelfRegistered: z.boolean() }),
};
