import type { ConnectorChannel, InboundEvent } from '../port.ts';
import { parseItem } from '../vendors/meta/messaging/parse-item.ts';

/** Pure: what one stored event says. */
export function parse(payload: unknown, { identity, credentials }: ConnectorChannel): InboundEvent[] {
  return parseItem(payload, { identity, appId: credentials.appId });
}
