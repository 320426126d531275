import type { ChannelDescriptor } from './descriptor.ts';

/** A bot: https://creators.viber.com/docs/bots-api/, read 2026-11-23. */
export const viberDescriptor = {
  type: 'viber',
  family: null,
  title: 'Viber',
  badge: { letter: 'V', color: '#7360F2' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [
    {
      name: 'token',
      kind: 'secret',
      isRequired: true,
      maxLength: 200,
      // Three groups of 16, as a rule; only what cannot stand in a header is refused.
      pattern: '[\\x21-\\x7e]+',
      label: 'channels.viber.token',
      hint: 'channels.viber.token_hint',
      wrongForm: 'channels.viber.token_form',
      placeholder: '4a1b2c3d4e5f6a7b-8c9d0e1f2a3b4c5d-6e7f8a9b0c1d2e3f',
      isRecognisable: true,
    },
    {
      name: 'botName',
      kind: 'text',
      isRequired: true,
      // Longest name of a sender.
      maxLength: 28,
      pattern: null,
      label: 'channels.viber.bot_name',
      hint: 'channels.viber.bot_name_hint',
      wrongForm: null,
      placeholder: null,
      isRecognisable: false,
    },
  ],
  before: ['channels.viber.before'],
  warning: null,
  instructions: ['channels.viber.step_1', 'channels.viber.step_2', 'channels.viber.step_3'],
  textLimit: 7000,
  captionLimit: 512,
  formatting: 'plain',
  canReplyTo: false,
  canTyping: false,
  canEdit: false,
  canGroups: false,
  hasProfileLink: false,
  outbound: { photos: 10, files: true },
  // A button shows 250 characters, and every character may have to be written as five.
  choices: { max: 10, labelLength: 50 },
  window: null,
  showsGreeting: true,
  delivery: 'push',
  isSendIdempotent: false,
  inbound: ['webhook'],
} as const satisfies ChannelDescriptor;
