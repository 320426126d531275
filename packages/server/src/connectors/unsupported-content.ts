import type { InboundAttachment } from './port.ts';

/** Stands for content of a kind that only the platform itself shows: a person looks at it there. */
export const unsupportedContent: InboundAttachment = {
  type: 'unsupported',
  vendorRef: null,
  contentType: null,
  name: null,
  size: null,
  caption: null,
};
