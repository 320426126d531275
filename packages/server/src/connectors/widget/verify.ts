import type { WebhookResult } from '../webhook-port.ts';

/** There is no webhook: nothing that comes by that road is from a visitor. Visitors are known by their token (domain `visitors`). */
export function receive(): WebhookResult {
  return { kind: 'refused' };
}
