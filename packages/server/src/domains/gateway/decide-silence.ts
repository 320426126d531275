import type { ChannelSettings, SilenceReason } from '@otvet/contract';
import { unsupportedContent } from '../../connectors/unsupported-content.ts';
import { type InboundMessage, isSpoken } from '../dialogs/index.ts';

/** What says nothing in words, and is a greeting where it opens the dialog. */
const openers: ReadonlySet<string> = new Set(['sticker', 'opened']);

/** What came without anything that we show is of a kind that only the platform shows: people see that there is something. */
export function markUnsupported(message: InboundMessage): InboundMessage {
  const isEmpty = message.text === '' && message.attachments.length === 0;
  return isEmpty ? { ...message, attachments: [unsupportedContent] } : message;
}

/** Why a message gets no automatic answer, as far as the message and the channel tell; null when it may get one. */
export function decideSilence(input: {
  message: Pick<InboundMessage, 'chat' | 'isAddressed' | 'text' | 'attachments'>;
  settings: ChannelSettings;
}): SilenceReason | null {
  const { message, settings } = input;
  // Nobody is called for a chat that was only opened.
  if (!settings.active) return isOpening(message) ? 'no_content' : 'channel_off';
  if (message.chat.isGroup && !(settings.answerInGroups && message.isAddressed)) return 'group';
  if (!message.chat.isGroup && !message.isAddressed) return 'assigned';
  return isWordless(message) && message.attachments.every(({ type }) => !openers.has(type)) ? 'no_content' : null;
}

/** A sticker is a greeting where it opens the dialog, and says nothing afterwards. */
export const decideLaterSilence = (message: Pick<InboundMessage, 'text' | 'attachments'>): SilenceReason | null =>
  isWordless(message) ? 'no_content' : null;

/** The chat itself is opened, for the first time or again: a greeting wherever it comes. */
export const isOpening = ({ attachments }: Pick<InboundMessage, 'attachments'>): boolean =>
  attachments.some(({ type }) => type === 'opened');

const isWordless = ({ text, attachments }: Pick<InboundMessage, 'text' | 'attachments'>): boolean =>
  text.trim() === '' && !attachments.some(({ type }) => isSpoken(type));

/** When the assistant comes back to this customer if a person has the dialog and does not answer; null: never. */
export function comeBackAt(input: { receivedAt: Date; settings: ChannelSettings }): Date | null {
  const { comeBackMinutes } = input.settings;
  return comeBackMinutes === 0 ? null : new Date(input.receivedAt.getTime() + comeBackMinutes * 60_000);
}

/** Pictures of an album come one by one: the answer waits for the rest. */
const ALBUM_WAIT_MS = 1500;

/** When the assistant may answer: after the dialog delay, counted from the acceptance of the newest message of a burst. */
export function answerDueAt(input: { receivedAt: Date; settings: ChannelSettings; isAlbum: boolean }): Date {
  const delay = input.settings.dialogDelay * 1000;
  return new Date(input.receivedAt.getTime() + Math.max(delay, input.isAlbum ? ALBUM_WAIT_MS : 0));
}
