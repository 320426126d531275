import type { ChannelDescriptor } from './descriptor.ts';

/** The same messages through a provider: https://docs.360dialog.com, read 2026-11-23. */
export const whatsapp360DialogDescriptor = {
  type: 'whatsapp-360dialog',
  family: 'whatsapp',
  title: 'WhatsApp (360dialog)',
  badge: { letter: 'W3', color: '#1B8A4B' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [
    {
      name: 'apiKey',
      kind: 'secret',
      isRequired: true,
      maxLength: 200,
      // Visible ASCII: what stands in a header of every call.
      pattern: '[!-~]+',
      label: 'channels.whatsapp-360dialog.key',
      hint: 'channels.whatsapp-360dialog.key_hint',
      wrongForm: 'channels.whatsapp-360dialog.key_form',
      placeholder: null,
      isRecognisable: true,
    },
  ],
  before: [
    'channels.whatsapp-360dialog.before',
    'channels.whatsapp-360dialog.before_address',
    'channels.whatsapp-360dialog.cost',
    'channels.whatsapp-360dialog.policy',
  ],
  warning: 'channels.whatsapp-360dialog.warning',
  instructions: ['channels.whatsapp-360dialog.step_1', 'channels.whatsapp-360dialog.step_2'],
  textLimit: 4096,
  captionLimit: 1024,
  formatting: 'marks',
  canReplyTo: true,
  canTyping: false,
  canEdit: true,
  canGroups: false,
  hasProfileLink: true,
  outbound: { photos: 10, files: true },
  // Three short ones are buttons, more a list.
  choices: { max: 10, labelLength: 24 },
  window: { hours: 24, personHours: null },
  hasTemplates: true,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: false,
  hasContext: true,
  inbound: ['webhook'],
  reasons: {
    payment_needed: { state: 'subscription_needed', fix: 'payment' },
    name_not_approved: { state: 'inactive', fix: 'wait' },
  },
} as const satisfies ChannelDescriptor;
