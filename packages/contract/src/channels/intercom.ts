import type { ChannelDescriptor } from './descriptor.ts';

// Visible ASCII: what stands in a header of every call.
const KEY_FORM = '[!-~]+';

/** A teammate in the owner's own Intercom workspace: https://developers.intercom.com/docs, read 2026-11-23. */
export const intercomDescriptor = {
  type: 'intercom',
  family: null,
  title: 'Intercom',
  badge: { letter: 'Ic', color: '#1F5FD6' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [
    {
      name: 'accessToken',
      kind: 'secret',
      isRequired: true,
      maxLength: 500,
      pattern: KEY_FORM,
      label: 'channels.intercom.token',
      hint: 'channels.intercom.token_hint',
      wrongForm: 'channels.intercom.key_form',
      placeholder: null,
      isRecognisable: true,
    },
    {
      name: 'clientSecret',
      kind: 'secret',
      isRequired: true,
      maxLength: 200,
      pattern: KEY_FORM,
      label: 'channels.intercom.secret',
      hint: 'channels.intercom.secret_hint',
      wrongForm: 'channels.intercom.key_form',
      placeholder: null,
      isRecognisable: false,
    },
  ],
  signedWith: 'clientSecret',
  before: ['channels.intercom.before_workspace', 'channels.intercom.before_seat'],
  warning: null,
  instructions: ['channels.intercom.step_1', 'channels.intercom.step_2'],
  // The platform names no limit: a rule of our own.
  textLimit: 7000,
  captionLimit: 7000,
  formatting: 'plain',
  canReplyTo: false,
  canTyping: false,
  canEdit: false,
  canGroups: false,
  hasProfileLink: false,
  outbound: { photos: 10, files: true },
  // Its quick replies have no words beside them.
  choices: null,
  window: null,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: false,
  inbound: ['webhook'],
  reasons: {
    plan_restricted: { state: 'subscription_needed', fix: 'payment' },
    sender_gone: { state: 'inactive', fix: 'anew' },
  },
} as const satisfies ChannelDescriptor;
