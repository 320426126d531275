import { intercomDescriptor, secretNames } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/**
 * The owner types `accessToken` and `clientSecret`, as the descriptor declares them. Kept with them: `region` of the
 * workspace, `adminId` of the teammate who answers, `answersUnassigned` (`yes` or `no`), and `webhookUrl`, the address
 * that the owner pasted.
 */
export const intercomSecretFields = secretNames(intercomDescriptor.credentials);

/** One host for each region: https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis, read 2026-11-23. */
export const intercomEnvironment: EnvironmentDeclaration = {
  urls: {
    INTERCOM_API_URL: 'https://api.intercom.io',
    INTERCOM_EU_API_URL: 'https://api.eu.intercom.io',
    INTERCOM_AU_API_URL: 'https://api.au.intercom.io',
  },
  keys: [],
};

const urlKeys = { us: 'INTERCOM_API_URL', eu: 'INTERCOM_EU_API_URL', au: 'INTERCOM_AU_API_URL' } as const;
export type Region = keyof typeof urlKeys;

export const regions: readonly Region[] = ['us', 'eu', 'au'];

/** As the platform writes it, in any case; undefined for one that is not known here. */
export function readRegion(name: string | undefined): Region | undefined {
  return regions.find((region) => region === name?.toLowerCase());
}

export const urlKeyOf = (region: Region): string => urlKeys[region];
