import type { ActivateOptions } from './port.ts';

/**
 * What a channel keeps before its address is set at the platform. A first webhook's address is stored at once, so that
 * it can be taken away when connecting fails; a later one only once it is set, because a start looks by it whether the
 * channel must be set up again.
 */
export function keepFirstAddress(
  { webhookUrl: _former, ...kept }: Record<string, string>,
  { webhookUrl, isFirst }: ActivateOptions,
): Record<string, string> {
  return isFirst && webhookUrl !== null ? { ...kept, webhookUrl } : kept;
}
