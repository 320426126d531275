import { viberDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { viberEnvironment, viberSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** A Viber bot: https://creators.viber.com/docs/bots-api/ */
export const viberConnector: Connector = {
  type: 'viber',
  descriptor: viberDescriptor,
  environment: viberEnvironment,
  secretFields: viberSecretFields,
  receive,
  parse,
  send,
  fetchMedia,
  connect: { steps, check, prepare, activate, isDelivering, deactivate },
};
