import { instagramDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfile, sendTyping } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, renewal, standsOn, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { instagramEnvironment, instagramSecretFields } from './settings.ts';
import { receive, receiveShared } from './verify.ts';

/** Messages of a professional account: https://developers.facebook.com/docs/instagram-platform */
export const instagramConnector: Connector = {
  type: 'instagram',
  descriptor: instagramDescriptor,
  environment: instagramEnvironment,
  secretFields: instagramSecretFields,
  receive,
  // An account that was unlinked here may still be subscribed: a refusal would end the address for all.
  shared: { receive: receiveShared, unknownIdentity: 'ignore' },
  parse,
  send,
  sendTyping,
  fetchMedia,
  fetchProfile,
  connect: { steps, check, prepare, activate, isDelivering, standsOn, deactivate, renewal },
};
