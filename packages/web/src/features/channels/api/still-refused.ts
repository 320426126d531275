import type { Channel } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { ApiError } from '../../../platform/api/api-error.ts';

/** Whether a look at a channel ended with the words of a form: nothing was typed, the channel still does not work. */
export function isStillRefused(error: unknown, { type }: Pick<Channel, 'type'>): boolean {
  if (!(error instanceof ApiError)) return false;
  const ofKind = isOfferedChannelType(type) ? describeChannel(type).errors.credentials : undefined;
  return error.code === 'channels.credentials_invalid' || error.code === ofKind;
}
