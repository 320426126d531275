import { facebookDescriptor, secretNames } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';
import { graphUrls } from '../vendors/meta/call-graph.ts';
import { loginUrls, metaAppKeys } from '../vendors/meta/pages.ts';

/**
 * With an application of the owner's own: `pageToken`, `appId` and `appSecret` as he typed them, and `verifyToken`, the
 * word that he gives the platform. With the installation's: `pageToken` and `appId`, and `userToken` until a page is
 * chosen. In both: `webhookUrl`.
 */
export const facebookSecretFields = [
  ...secretNames(facebookDescriptor.credentials),
  'verifyToken',
  'userToken',
] as const;

export const facebookEnvironment: EnvironmentDeclaration = {
  urls: { ...graphUrls, ...loginUrls },
  keys: [],
  optionalKeys: metaAppKeys,
};
