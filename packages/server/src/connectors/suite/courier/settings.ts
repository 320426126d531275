import { z } from 'zod';
import type { EnvironmentDeclaration, OptionsDeclaration } from '../../port.ts';

export const courierEnvironment: EnvironmentDeclaration = {
  urls: { COURIER_API_URL: 'https://api.courier.example' },
  keys: ['COURIER_APP_ID', 'COURIER_APP_SECRET', 'COURIER_VERIFY_TOKEN'],
};

/** Nothing is typed: a login gives `userToken`, the chosen page `pageToken`, and both webhooks have secrets of their own. */
export const courierSecretFields = ['userToken', 'pageToken', 'webhookSecret'] as const;

export const courierOptions: OptionsDeclaration = {
  schema: z.strictObject({ signature: z.string().max(40) }),
  initial: { signature: '' },
  fileOptions: [],
};
