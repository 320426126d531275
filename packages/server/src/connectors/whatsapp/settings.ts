import { secretNames, whatsappDescriptor } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types what the descriptor declares, from an application of his own. Kept with it: `verifyToken`, the word by
 * which the platform's handshake is known, `webhookUrl`, our address at the platform, and `ownsApplication`, `yes` where all
 * accounts of the application send their events there. The PIN is used once.
 */
export const whatsappSecretFields = [
  ...secretNames(whatsappDescriptor.credentials).filter((name) => name !== 'pin'),
  'verifyToken',
];

export const whatsappEnvironment: EnvironmentDeclaration = {
  urls: { WHATSAPP_API_URL: 'https://graph.facebook.com', WHATSAPP_MEDIA_API_URL: 'https://lookaside.fbsbx.com' },
  keys: [],
};
