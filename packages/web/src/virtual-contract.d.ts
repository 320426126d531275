declare module 'virtual:contract' {
  export const routes: Record<string, string>;
  export const analyticsTypes: typeof import('@otvet/contract').analyticsTypes;
  export const analyticsIdPatterns: typeof import('@otvet/contract').analyticsIdPatterns;
  export const assistantLanguages: typeof import('@otvet/contract').assistantLanguages;
  export const messengers: typeof import('@otvet/contract').messengers;
  export const requestedFields: typeof import('@otvet/contract').requestedFields;
  export const socialNetworks: typeof import('@otvet/contract').socialNetworks;
}
