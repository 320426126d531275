import { avitoDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { fetchMedia, fetchProfile } from './api.ts';
import { activate, check, deactivate, prepare, pull, renewal, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { avitoEnvironment, avitoSecretFields } from './settings.ts';
import { receive } from './verify.ts';

/** The messenger of a business on Avito: https://developers.avito.ru/api-catalog/messenger/documentation */
export const avitoConnector: Connector = {
  type: 'avito',
  descriptor: avitoDescriptor,
  environment: avitoEnvironment,
  secretFields: avitoSecretFields,
  receive,
  parse,
  send,
  fetchMedia,
  fetchProfile,
  connect: { steps, check, prepare, activate, deactivate, renewal },
  // A message is brought once, whether it arrives or not.
  reconcileSeconds: 120,
  pull,
};
