import { whatsappDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { profileLink } from '../vendors/whatsapp/profile-link.ts';
import { fetchMedia, templates } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, standsOn, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { whatsappEnvironment, whatsappSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** A number of the platform's own Cloud API: https://developers.facebook.com/documentation/business-messaging/whatsapp */
export const whatsappConnector: Connector = {
  type: 'whatsapp',
  descriptor: whatsappDescriptor,
  environment: whatsappEnvironment,
  secretFields: whatsappSecretFields,
  receive,
  parse,
  send,
  fetchMedia,
  profileLink,
  templates,
  connect: { steps, check, prepare, activate, isDelivering, standsOn, deactivate },
};
