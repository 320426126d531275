export { createEvents, type Events } from './create-events.ts';
export {
  createListeners,
  type DomainEvent,
  type FeedReader,
  type PayloadsOf,
  type Subscription,
} from './event-table.ts';
export { createFeedTasks, type Feed } from './feed.ts';
