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

/** What a channel can do; the core and the web app ask this and never the type. */
export type ChannelDescriptor = {
  type: ChannelType;
  title: string;
  /** Short letter mark and the theme colour of the badge on an avatar. */
  badge: { letter: string; color: string };
  onePerAccount: boolean;
  /** Longest text of one outgoing message, UTF-16 units. Longer texts are split by the connector. */
  textLimit: number;
  captionLimit: number;
  canReplyTo: boolean;
  canTyping: boolean;
  canReadMarks: boolean;
  canEdit: boolean;
  canGroups: boolean;
  outbound: { photos: number; files: boolean };
  /** How an outgoing message reaches the customer: pushed to a platform, or read by our own client from our store. */
  delivery: 'push' | 'stored';
  /** Whether repeating a send with the same key is harmless on the platform; if not, a lost answer is `unknown`. */
  isSendIdempotent: boolean;
  inbound: readonly ('webhook' | 'pull' | 'own')[];
};

/** Channels that this build offers; adding one is five places (see CONTRIBUTING). */
export const channelDescriptors = {
  widget: {
    type: 'widget',
    title: 'Widget',
    badge: { letter: 'W', color: 'channelWidget' },
    onePerAccount: true,
    textLimit: 20_000,
    captionLimit: 20_000,
    canReplyTo: false,
    canTyping: true,
    canReadMarks: false,
    canEdit: false,
    canGroups: false,
    outbound: { photos: 10, files: false },
    delivery: 'stored',
    isSendIdempotent: true,
    inbound: ['own'],
  },
  telegram: {
    type: 'telegram',
    title: 'Telegram',
    badge: { letter: 'T', color: 'channelTelegram' },
    onePerAccount: false,
    textLimit: 4096,
    captionLimit: 1024,
    canReplyTo: true,
    canTyping: true,
    canReadMarks: false,
    canEdit: true,
    canGroups: true,
    outbound: { photos: 10, files: true },
    delivery: 'push',
    isSendIdempotent: false,
    inbound: ['webhook', 'pull'],
  },
} as const satisfies Partial<Record<ChannelType, ChannelDescriptor>>;

export type OfferedChannelType = keyof typeof channelDescriptors;

export const offeredChannelTypes = ['widget', 'telegram'] as const satisfies readonly OfferedChannelType[];

export function isOfferedChannelType(value: unknown): value is OfferedChannelType {
  return typeof value === 'string' && Object.hasOwn(channelDescriptors, value);
}

export function describeChannel(type: OfferedChannelType): ChannelDescriptor {
  return channelDescriptors[type];
}
