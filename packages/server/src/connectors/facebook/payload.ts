import { facebookDescriptor } from '@otvet/contract';
import type { ConnectorChannel } from '../port.ts';
import { kindOfFile, type MessagingProfile, mediaFirst } from '../vendors/meta/messaging/send-messages.ts';

/** What the platform calls a page in its events. */
export const OBJECT = 'page';

const FILE_BYTES = 25 * 1024 * 1024;

/** How a page sends. */
export const profileOf = ({ identity }: Pick<ConnectorChannel, 'identity'>): MessagingProfile => ({
  rules: {
    textLimit: facebookDescriptor.textLimit,
    captionLimit: facebookDescriptor.captionLimit,
    maxFileBytes: FILE_BYTES,
    order: mediaFirst,
    kindOf: kindOfFile,
  },
  sender: encodeURIComponent(identity),
  uploadFields: {},
  hasMetadata: true,
});
