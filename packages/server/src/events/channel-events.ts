import { z } from 'zod';

/** The member who did it; null for the product itself. */
const by = z.string().nullable();
const channel = z.object({ accountId: z.uuid(), channelId: z.uuid(), channelType: z.string() });

/** Published by the domain channels. */
export const channelEvents = {
  'channel.connected': channel.extend({ accountName: z.string() }),
  'channel.unlinked': channel.extend({ accountName: z.string(), by }),
  /** It cannot send or receive, for a reason that people are shown; `since` names the incident, which may have begun earlier. */
  'channel.became-inactive': channel.extend({ reason: z.string(), since: z.string() }),
  'channel.became-active': channel.extend({ since: z.string() }),
  /** A chat said the word and gets its notices in place of another one; `round` tells the times apart. */
  'channel.notices-moved': channel.extend({ formerChatId: z.string(), round: z.number() }),
  /** It works as far as its platform knows, and nobody has written since then, though so many usually do. */
  'channel.fell-silent': channel.extend({ since: z.string(), expected: z.number() }),
};
