import { describeChannel } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfileLink, sendTyping } from './api.ts';
import { activate, check, deactivate, pull } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { telegramSecretFields } from './settings.ts';
import { split, verify } from './verify.ts';

/** A Telegram bot: https://core.telegram.org/bots/api */
export const telegramConnector: Connector = {
  type: 'telegram',
  descriptor: describeChannel('telegram'),
  secretFields: telegramSecretFields,
  verify,
  split,
  parse,
  send,
  sendTyping,
  fetchMedia,
  profileLink: fetchProfileLink,
  connect: { check, activate, deactivate },
  pull,
};
