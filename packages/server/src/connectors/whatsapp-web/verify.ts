import type { WebhookResult } from '../webhook-port.ts';

/** Nothing comes by a webhook. */
export function receive(): WebhookResult {
  return { kind: 'refused' };
}
