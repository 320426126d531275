import { intercomDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfile } from './api.ts';
import { activate, check, deactivate, prepare, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { intercomEnvironment, intercomSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** A teammate in the owner's Intercom workspace: https://developers.intercom.com/docs */
export const intercomConnector: Connector = {
  type: 'intercom',
  descriptor: intercomDescriptor,
  environment: intercomEnvironment,
  secretFields: intercomSecretFields,
  receive,
  parse,
  send,
  fetchMedia,
  fetchProfile,
  connect: { steps, check, prepare, activate, deactivate },
};
