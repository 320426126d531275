import { secretNames, whatsapp360DialogDescriptor } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types the key of one number. Kept with it: `webhookSecret`, which the provider sends with every event,
 * `webhookPath`, the part of our address that nobody can guess, and `webhookUrl`, our address without it.
 */
export const d360SecretFields = [
  ...secretNames(whatsapp360DialogDescriptor.credentials),
  'webhookSecret',
  'webhookPath',
];

export const d360Environment: EnvironmentDeclaration = {
  urls: { D360_API_URL: 'https://waba-v2.360dialog.io' },
  keys: [],
};
