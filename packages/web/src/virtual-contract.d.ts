declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract';

  export const routes: AnyContractRouter;
  export const slashless: readonly string[];
  export const analyticsTypes: typeof import('@otvet/contract').analyticsTypes;
  export const analyticsIdPatterns: typeof import('@otvet/contract').analyticsIdPatterns;
  export const assistantLanguages: typeof import('@otvet/contract').assistantLanguages;
  export const messengers: typeof import('@otvet/contract').messengers;
  export const requestedFields: typeof import('@otvet/contract').requestedFields;
  export const socialNetworks: typeof import('@otvet/contract').socialNetworks;
}
