import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { ApiError } from '../../../platform/api/api-error.ts';

/** Names no trouble of the channel. */
const UNTOLD = 'refused';

/**
 * Why the platform gives no templates to a channel that somebody has to repair: a key of `dialogs.delivery.reason.*`, or
 * nothing where it names none. Null for any other failure.
 */
export function readTemplateRefusal(error: unknown, channelType: string): { reason: string | null } | null {
  if (!(error instanceof ApiError) || !isOfferedChannelType(channelType)) return null;
  if (error.code !== describeChannel(channelType).errors.credentials) return null;
  const { reason = UNTOLD } = error.details;
  return { reason: reason === UNTOLD ? null : reason };
}
