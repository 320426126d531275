import type { InboundAttachment } from './port.ts';

/** In place of words: the customer opened the chat by the platform's button, and waits to be greeted. */
export const openedChat: InboundAttachment = {
  type: 'opened',
  vendorRef: null,
  contentType: null,
  name: null,
  size: null,
  caption: null,
};
