import { createListeners, type Events, type PayloadsOf } from '../platform/events/index.ts';
import { accountEvents } from './account-events.ts';
import { channelEvents } from './channel-events.ts';
import { dialogEvents } from './dialog-events.ts';

/** All events of the product; each file belongs to the domain that publishes them. */
export const eventTable = { ...accountEvents, ...channelEvents, ...dialogEvents };

export type ProductEvents = Events<PayloadsOf<typeof eventTable>>;

export const { on, readFeed } = createListeners(eventTable);
