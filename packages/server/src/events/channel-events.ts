import { z } from 'zod';

/** The member who did it; null for the product itself. */
const by = z.string().nullable();
const channel = z.object({ accountId: z.uuid(), channelId: z.uuid(), channelType: z.string() });

/** Published by the domain channels. */
export const channelEvents = {
  'channel.connected': channel.extend({ accountName: z.string() }),
  'channel.unlinked': channel.extend({ accountName: z.string(), by }),
  /** It cannot send or receive, for a reason that people are shown. */
  'channel.became-inactive': channel.extend({ reason: z.string() }),
  'channel.became-active': channel,
};
