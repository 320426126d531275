import { facebookDescriptor } from '@otvet/contract';
import type { ConnectorChannel } from '../port.ts';
import { kindOfFile, type MessagingProfile, mediaFirst } from '../vendors/meta/messaging/send-messages.ts';

/** What the platform calls a page in its events. */
export const OBJECT = 'page';

/** What a page tells us of; without echoes nobody would know what was written at the platform. */
export const subscribedFields = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'messaging_handovers',
  'standby',
] as const;

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
