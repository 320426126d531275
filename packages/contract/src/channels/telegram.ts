import type { ChannelDescriptor } from './descriptor.ts';

/** A bot: https://core.telegram.org/bots/api, read 2026-11-20. */
export const telegramDescriptor = {
  type: 'telegram',
  family: null,
  title: 'Telegram',
  badge: { letter: 'T', color: '#1F8FCB' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.token_invalid' },
  credentials: [
    {
      name: 'token',
      kind: 'secret',
      isRequired: true,
      maxLength: 80,
      // `<bot id>:<secret>`, no leading zero, no slash (rules of the platform's server). What would change the address it stands in is refused as well.
      pattern: '[1-9]\\d*:[^\\s\\/?#%\\\\]+',
      label: 'channels.telegram.token',
      hint: 'channels.telegram.token_hint',
      wrongForm: 'channels.telegram.token_form',
      placeholder: '123456789:AA…',
      isRecognisable: true,
    },
  ],
  before: [],
  warning: null,
  instructions: ['channels.telegram.step_1', 'channels.telegram.step_2', 'channels.telegram.step_3'],
  textLimit: 4096,
  captionLimit: 1024,
  formatting: 'plain',
  canReplyTo: true,
  canTyping: true,
  canEdit: true,
  canGroups: true,
  hasProfileLink: true,
  outbound: { photos: 10, files: true },
  // The platform names no limit of a label: longer ones do not fit two lines of a phone.
  choices: { max: 10, labelLength: 64 },
  window: null,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: false,
  inbound: ['webhook', 'pull'],
  carriesNotices: true,
  reasons: {
    poller_conflict: { state: 'webhook_taken', fix: 'take_back' },
  },
} as const satisfies ChannelDescriptor;
