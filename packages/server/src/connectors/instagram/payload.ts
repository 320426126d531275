import { instagramDescriptor } from '@otvet/contract';
import type { ConnectorChannel } from '../port.ts';
import { kindOfFile, type MessagingProfile, mediaFirst } from '../vendors/meta/messaging/send-messages.ts';

/** What the platform calls an account in its events. */
export const OBJECT = 'instagram';

/** What is ticked at an account of its own login. */
export const directFields = ['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions'] as const;

const FILE_BYTES = 25 * 1024 * 1024;

export const isDirect = ({ credentials }: Pick<ConnectorChannel, 'credentials'>): boolean =>
  credentials.route === 'direct';

/** Whose calls they are: of the account itself, or of its page. */
export const senderOf = ({ identity, credentials }: Pick<ConnectorChannel, 'identity' | 'credentials'>): string =>
  encodeURIComponent(isDirect({ credentials }) ? identity : (credentials.pageId ?? ''));

/** How an account sends. */
export const profileOf = (channel: Pick<ConnectorChannel, 'identity' | 'credentials'>): MessagingProfile => ({
  rules: {
    textLimit: instagramDescriptor.textLimit,
    textUnit: instagramDescriptor.textUnit,
    captionLimit: instagramDescriptor.captionLimit,
    maxFileBytes: FILE_BYTES,
    order: mediaFirst,
    kindOf: kindOfFile,
  },
  sender: senderOf(channel),
  uploadFields: { platform: 'instagram' },
  hasMetadata: false,
});
