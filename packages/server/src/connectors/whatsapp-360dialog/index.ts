import { whatsapp360DialogDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { profileLink } from '../vendors/whatsapp/profile-link.ts';
import { fetchMedia, templates } from './api.ts';
import { activate, check, deactivate, isDelivering, prepare, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { d360Environment, d360SecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** A number of the Cloud API through a provider: https://docs.360dialog.com */
export const whatsapp360DialogConnector: Connector = {
  type: 'whatsapp-360dialog',
  descriptor: whatsapp360DialogDescriptor,
  environment: d360Environment,
  secretFields: d360SecretFields,
  receive,
  parse,
  send,
  fetchMedia,
  profileLink,
  templates,
  connect: { steps, check, prepare, activate, deactivate, isDelivering },
};
