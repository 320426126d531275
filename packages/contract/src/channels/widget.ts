import type { ChannelDescriptor } from './descriptor.ts';

/** The chat on the owner's own site: whoever holds the embed line may open it, so there is nothing to type. */
export const widgetDescriptor = {
  type: 'widget',
  family: null,
  title: 'Widget',
  badge: { letter: 'W', color: '#5A7184' },
  panel: 'embed',
  onePerAccount: true,
  errors: { taken: 'channels.widget_exists', credentials: 'channels.credentials_invalid' },
  credentials: [],
  instructions: ['channels.widget.connect.text'],
  textLimit: 20_000,
  captionLimit: 20_000,
  canReplyTo: false,
  canTyping: true,
  canEdit: false,
  canGroups: false,
  hasProfileLink: false,
  outbound: { photos: 10, files: false },
  choices: { max: 10, labelLength: 2000 },
  window: null,
  showsGreeting: true,
  delivery: 'stored',
  isSendIdempotent: true,
  inbound: ['own'],
} as const satisfies ChannelDescriptor;
