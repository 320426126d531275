import { instagramDescriptor, secretNames } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';
import { graphUrls } from '../vendors/meta/call-graph.ts';
import { loginUrls, metaAppKeys } from '../vendors/meta/pages.ts';

/**
 * Two routes. Through the page to which the account is linked: `pageToken`, `pageId` and `appId`, with `appSecret` and
 * `verifyToken` where the application is the owner's own; `userToken` until a page is chosen. By the login at Instagram
 * itself (`route` is `direct`): `pageToken` is the account's token, `appId`, and `tokenEndsAt`. In both: `webhookUrl`.
 */
export const instagramSecretFields = [
  ...secretNames(instagramDescriptor.credentials),
  'verifyToken',
  'userToken',
] as const;

export const instagramEnvironment: EnvironmentDeclaration = {
  urls: {
    ...graphUrls,
    ...loginUrls,
    INSTAGRAM_API_URL: 'https://graph.instagram.com',
    INSTAGRAM_LOGIN_API_URL: 'https://www.instagram.com',
    INSTAGRAM_OAUTH_API_URL: 'https://api.instagram.com',
  },
  keys: [],
  optionalKeys: [...metaAppKeys, 'INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
};
