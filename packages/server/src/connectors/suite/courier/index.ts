import type { Connector } from '../../port.ts';
import { courierDescriptor } from '../courier-descriptor.ts';
import { fetchProfile, templates } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, pull, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { courierEnvironment, courierOptions, courierSecretFields } from './settings.ts';
import { receive, receiveShared } from './verify.ts';

export const courierConnector: Connector = {
  type: 'courier',
  descriptor: courierDescriptor,
  environment: courierEnvironment,
  secretFields: courierSecretFields,
  options: courierOptions,
  receive,
  shared: { receive: receiveShared, unknownIdentity: 'refuse' },
  parse,
  send,
  fetchProfile,
  templates,
  connect: { steps, check, prepare, activate, isDelivering, deactivate },
  pull,
};
