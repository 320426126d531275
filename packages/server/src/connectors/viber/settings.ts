import { secretNames, viberDescriptor } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types `botName` and `token`, as the descriptor declares them; the token signs webhooks too. Kept with them once
 * the bot delivers: `webhookUrl`, our address at the platform, to tell it from another program's.
 */
export const viberSecretFields = secretNames(viberDescriptor.credentials);

export const viberEnvironment: EnvironmentDeclaration = {
  urls: {
    VIBER_API_URL: 'https://chatapi.viber.com/pa',
    VIBER_STICKERS_API_URL: 'https://viber.github.io/docs/img/stickers',
  },
  keys: [],
};
