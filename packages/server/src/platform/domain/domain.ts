import type { FastifyInstance } from 'fastify';
import type { Feed, FeedReader, Subscription } from '../events/index.ts';
import type { ApiRouter, ReadyCheck } from '../http/index.ts';
import type { PeriodicTask } from '../periodic-tasks/periodic-tasks.ts';
import type { Realtime } from '../realtime/index.ts';

/**
 * What a domain hands over to the product. `LaterDoors`: what its handlers ask of domains that come after it in the
 * order; a person's call may cross the order, code may not.
 */
export type Domain<Door = unknown, LaterDoors = unknown> = {
  door: Door;
  /** Its parts of the contract by name. */
  handlers?: (doors: LaterDoors) => Record<string, ApiRouter>;
  /** Addresses outside of the contract. */
  mount?: (app: FastifyInstance) => void | Promise<void>;
  /** News for the browsers, and what browsers say. */
  connectSockets?: (realtime: Realtime) => void;
  /** Events of other domains that it must not miss. */
  subscriptions?: Subscription[];
  /** Tables of its own that are their own log of events, and the feeds that it reads. */
  feeds?: Feed[];
  feedReaders?: FeedReader[];
  /** Prove that its own processes can do their work; `/ready` tells of them. */
  readyChecks?: ReadyCheck[];
  /** Run by nodes that work, not by those that only serve. */
  periodicTasks?: PeriodicTask[];
  /** On every node before anything else; a throw refuses the start. */
  prepare?: () => Promise<void>;
  /** On nodes that work, before anything new comes in: what an earlier process left. */
  recover?: () => Promise<void>;
  /** On nodes that work, once the addresses are served. */
  begin?: () => void;
  /** The first step of a graceful stop: takes nothing more from outside. */
  stopIntake?: () => Promise<void>;
  /** Ends or parks what is under way. The last domain of the order stops first. */
  stop?: () => Promise<void>;
};
