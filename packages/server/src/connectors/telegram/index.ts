import { telegramDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfileLink, sendTyping } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, pull, steps } from './connect.ts';
import { parse, startWith } from './parse.ts';
import { send } from './send.ts';
import { telegramEnvironment, telegramSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** A Telegram bot: https://core.telegram.org/bots/api */
export const telegramConnector: Connector = {
  type: 'telegram',
  descriptor: telegramDescriptor,
  environment: telegramEnvironment,
  secretFields: telegramSecretFields,
  receive,
  parse,
  send,
  sendTyping,
  fetchMedia,
  profileLink: fetchProfileLink,
  startWith,
  connect: { steps, check, prepare, activate, isDelivering, deactivate },
  pull,
};
