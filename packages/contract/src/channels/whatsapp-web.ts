import type { ChannelDescriptor } from './descriptor.ts';

/** A linked device: no official interface; limits as the app itself has them. */
export const whatsappWebDescriptor = {
  type: 'whatsapp-web',
  family: 'whatsapp',
  title: 'WhatsApp Web',
  badge: { letter: 'W', color: '#0B7A4B' },
  panel: 'account',
  onePerAccount: true,
  errors: { taken: 'channels.link_exists', credentials: 'channels.credentials_invalid' },
  credentials: [],
  hasLogin: true,
  before: ['channels.whatsapp-web.before', 'channels.whatsapp-web.policy', 'channels.whatsapp-web.cost'],
  warning: 'channels.whatsapp-web.warning',
  instructions: [],
  textLimit: 4096,
  captionLimit: 1024,
  canReplyTo: true,
  canTyping: true,
  canEdit: true,
  canGroups: false,
  hasProfileLink: false,
  outbound: { photos: 10, files: true },
  choices: null,
  window: null,
  showsGreeting: false,
  delivery: 'push',
  // The number of a message is ours: whoever gets it twice shows it once.
  isSendIdempotent: true,
  inbound: ['session'],
  reasons: {
    session_logged_out: { state: 'inactive', fix: 'connect' },
    session_replaced: { state: 'inactive', fix: 'connect' },
    session_damaged: { state: 'inactive', fix: 'connect' },
    session_banned: { state: 'inactive', fix: 'connect' },
    session_outdated: { state: 'inactive', fix: 'connect' },
  },
} as const satisfies ChannelDescriptor;
