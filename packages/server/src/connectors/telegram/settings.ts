import { secretNames, telegramDescriptor } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types `token`, as the descriptor declares it. Kept with it once the bot delivers: `webhookSecret`, `username` by which
 * groups address the bot, and `webhookUrl`, our address at the platform, to tell it from another program's.
 */
export const telegramSecretFields = [...secretNames(telegramDescriptor.credentials), 'webhookSecret'] as const;

export const telegramEnvironment: EnvironmentDeclaration = {
  urls: { TELEGRAM_API_URL: 'https://api.telegram.org' },
  keys: [],
};
