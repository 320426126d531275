import type { ChannelDescriptor } from './descriptor.ts';

// Visible ASCII: what stands in a form of the token call.
const KEY_FORM = '[!-~]+';

/** The messenger of a business on Avito: https://developers.avito.ru/api-catalog/messenger/documentation, read 2026-11-23. */
export const avitoDescriptor = {
  type: 'avito',
  family: null,
  title: 'Avito',
  badge: { letter: 'A', color: '#0A7F38' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [
    {
      name: 'clientId',
      kind: 'text',
      isRequired: true,
      maxLength: 200,
      pattern: KEY_FORM,
      label: 'channels.avito.client_id',
      hint: 'channels.avito.client_id_hint',
      wrongForm: 'channels.avito.key_form',
      placeholder: null,
      isRecognisable: true,
    },
    {
      name: 'clientSecret',
      kind: 'secret',
      isRequired: true,
      maxLength: 200,
      pattern: KEY_FORM,
      label: 'channels.avito.client_secret',
      hint: 'channels.avito.client_secret_hint',
      wrongForm: 'channels.avito.key_form',
      placeholder: null,
      isRecognisable: false,
    },
  ],
  hasLogin: true,
  before: ['channels.avito.before', 'channels.avito.profile', 'channels.avito.account', 'channels.avito.cost'],
  warning: null,
  instructions: ['channels.avito.step_1', 'channels.avito.step_2', 'channels.avito.step_3'],
  textLimit: 1000,
  captionLimit: 0,
  formatting: 'plain',
  canReplyTo: false,
  canTyping: false,
  canEdit: false,
  canGroups: false,
  hasProfileLink: false,
  // What is no picture goes out as a link.
  outbound: { photos: 10, files: true },
  choices: null,
  window: null,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: false,
  hasContext: true,
  inbound: ['webhook', 'pull'],
  reasons: {
    subscription_needed: { state: 'subscription_needed', fix: 'payment' },
  },
} as const satisfies ChannelDescriptor;
