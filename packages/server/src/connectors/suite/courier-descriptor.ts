import type { ChannelDescriptor } from '@otvet/contract';

/** A platform that nobody has: it asks of the port what the real ones ask, each in its own way. Not offered. */
export const courierDescriptor = {
  type: 'courier',
  family: null,
  title: 'Courier',
  badge: { letter: 'C', color: '#7A4EB0' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [],
  instructions: [],
  textLimit: 500,
  captionLimit: 500,
  canReplyTo: true,
  canTyping: false,
  canEdit: false,
  canGroups: false,
  hasProfileLink: false,
  outbound: { photos: 10, files: true },
  choices: { max: 3, labelLength: 20 },
  window: null,
  hasTemplates: true,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: true,
  inbound: ['webhook', 'pull'],
} as const satisfies ChannelDescriptor;
