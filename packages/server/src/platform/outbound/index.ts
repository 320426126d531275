export {
  createOutboundFetch,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
} from './create-outbound-fetch.ts';
export { createVendorFetch } from './create-vendor-fetch.ts';
export { OutboundError, type OutboundReason } from './outbound-error.ts';
export { VendorError, type VendorReason } from './vendor-error.ts';
export type { VendorAnswer, VendorFetch, VendorRequest } from './vendor-fetch.ts';
