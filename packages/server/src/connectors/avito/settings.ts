import { avitoDescriptor, secretNames } from '@otvet/contract';
import type { ConnectorIo, EnvironmentDeclaration } from '../port.ts';

/**
 * Two ways: keys of the owner's own (`clientId`, `clientSecret`), or a login with the application of the installation,
 * which gives `refreshToken`. Kept with them: `accessToken`, `expiresAt` (milliseconds since 1970), `webhookPath`, the
 * unguessable end of our address there, and `webhookUrl`.
 */
export const avitoSecretFields = [
  ...secretNames(avitoDescriptor.credentials),
  'accessToken',
  'refreshToken',
  'webhookPath',
] as const;

/** The page of the login and the calls have different hosts. */
export const avitoEnvironment: EnvironmentDeclaration = {
  urls: { AVITO_API_URL: 'https://api.avito.ru', AVITO_LOGIN_API_URL: 'https://avito.ru' },
  keys: [],
  optionalKeys: ['AVITO_CLIENT_ID', 'AVITO_CLIENT_SECRET'],
};

/** Keys that tokens are asked with. */
export type ClientKeys = { clientId: string; clientSecret: string };

export function ownKeys({ clientId = '', clientSecret = '' }: Record<string, string>): ClientKeys | undefined {
  return clientId === '' || clientSecret === '' ? undefined : { clientId, clientSecret };
}

/** Applications are granted to partners of the platform: most installations have none. */
export function applicationKeys({ vendorKeys }: Pick<ConnectorIo, 'vendorKeys'>): ClientKeys | undefined {
  const { AVITO_CLIENT_ID: clientId = '', AVITO_CLIENT_SECRET: clientSecret = '' } = vendorKeys;
  return ownKeys({ clientId, clientSecret });
}
