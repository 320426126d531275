import { vkontakteDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfile, sendTyping } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, pull, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { vkontakteEnvironment, vkontakteSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** The messages of a community: https://dev.vk.com/ru/api/community-messages/getting-started */
export const vkontakteConnector: Connector = {
  type: 'vkontakte',
  descriptor: vkontakteDescriptor,
  environment: vkontakteEnvironment,
  secretFields: vkontakteSecretFields,
  receive,
  parse,
  send,
  sendTyping,
  fetchMedia,
  fetchProfile,
  connect: { steps, check, prepare, activate, isDelivering, deactivate },
  pull,
};
