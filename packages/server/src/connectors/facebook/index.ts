import { facebookDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfile, sendTyping } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, standsOn, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { facebookEnvironment, facebookSecretFields } from './settings.ts';
import { receive, receiveShared } from './verify.ts';

/** Messages of a page: https://developers.facebook.com/docs/messenger-platform */
export const facebookConnector: Connector = {
  type: 'facebook',
  descriptor: facebookDescriptor,
  environment: facebookEnvironment,
  secretFields: facebookSecretFields,
  receive,
  // A page that was unlinked here may still be subscribed: a refusal would end the address for all.
  shared: { receive: receiveShared, unknownIdentity: 'ignore' },
  parse,
  send,
  sendTyping,
  fetchMedia,
  fetchProfile,
  connect: { steps, check, prepare, activate, isDelivering, standsOn, deactivate },
};
