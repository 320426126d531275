import type { ChannelDescriptor } from './descriptor.ts';

/** A community: https://dev.vk.com/ru/api/community-messages/getting-started, read 2026-11-23. */
export const vkontakteDescriptor = {
  type: 'vkontakte',
  family: null,
  title: 'VK',
  badge: { letter: 'VK', color: '#0B6BDB' },
  panel: 'account',
  onePerAccount: false,
  errors: { taken: 'channels.already_connected', credentials: 'channels.credentials_invalid' },
  credentials: [
    {
      name: 'community',
      kind: 'text',
      isRequired: true,
      maxLength: 200,
      // A number, `club123`, `-123`, a short name, or a link to the page.
      pattern: '[^\\s?#]+',
      label: 'channels.vkontakte.community',
      hint: 'channels.vkontakte.community_hint',
      wrongForm: 'channels.vkontakte.community_form',
      placeholder: 'https://vk.com/club123456789',
      isRecognisable: false,
    },
    {
      name: 'token',
      kind: 'secret',
      isRequired: true,
      maxLength: 500,
      pattern: '[A-Za-z0-9._\\-]+',
      label: 'channels.vkontakte.token',
      hint: 'channels.vkontakte.token_hint',
      wrongForm: 'channels.vkontakte.token_form',
      placeholder: 'vk1.a.…',
      isRecognisable: true,
    },
  ],
  before: ['channels.vkontakte.before', 'channels.before.free'],
  warning: null,
  instructions: [
    'channels.vkontakte.step_1',
    'channels.vkontakte.step_2',
    'channels.vkontakte.step_3',
    'channels.vkontakte.step_4',
  ],
  // The page of the method says 9000, older ones 4096: more was not tried.
  textLimit: 4096,
  captionLimit: 4096,
  canReplyTo: true,
  canTyping: true,
  canEdit: true,
  canGroups: true,
  hasProfileLink: false,
  outbound: { photos: 10, files: true },
  choices: { max: 10, labelLength: 40 },
  window: null,
  showsGreeting: false,
  delivery: 'push',
  isSendIdempotent: true,
  // An hour of the platform's time, from when it took the send.
  sendKeyMinutes: 55,
  inbound: ['webhook', 'pull'],
} as const satisfies ChannelDescriptor;
