import { secretNames, vkontakteDescriptor } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types `community` and `token`. Kept with them once events come in by webhook: `webhookSecret`, which the
 * platform puts into every event, `webhookPath`, the unguessable end of our address there, `confirmation`, the text that
 * it asks for, and `webhookUrl`.
 */
export const vkontakteSecretFields = [
  ...secretNames(vkontakteDescriptor.credentials),
  'webhookSecret',
  'webhookPath',
] as const;

export const vkontakteEnvironment: EnvironmentDeclaration = {
  urls: { VK_API_URL: 'https://api.vk.ru' },
  keys: [],
};
