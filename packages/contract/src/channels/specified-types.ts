/** Channel types of the specification, section 3. */
export const channelTypes = [
  'widget',
  'telegram',
  'instagram',
  'facebook',
  'whatsapp',
  'viber',
  'vkontakte',
  'avito',
  'intercom',
] as const;
export type ChannelType = (typeof channelTypes)[number];
