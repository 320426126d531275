import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { Clock } from '../../../platform/time/clock.ts';

const rates = {
  messagesOfVisitor: { perMinute: 20, capacity: 10 },
  messagesOfNetwork: { perMinute: 240, capacity: 80 },
  imagesOfVisitor: { perMinute: 10, capacity: 10 },
  visitorsOfNetwork: { perMinute: 60, capacity: 60 },
  sessionsOfNetwork: { perMinute: 240, capacity: 120 },
  contactsOfVisitor: { perMinute: 6, capacity: 6 },
  /** One signal each 600 ms (specification, section 7). */
  typingOfVisitor: { perMinute: 100, capacity: 1 },
} as const;

export type RateName = keyof typeof rates;

export type VisitorLimits = {
  /** Throws 429 with Retry-After when the bucket of the key is empty. */
  take(name: RateName, key: string): void;
  /** Same, as an answer. */
  isFree(name: RateName, key: string): boolean;
};

/** Rates of this process by visitor and by network address: bounded maps in memory, no database work. */
export function createVisitorLimits(clock: Clock): VisitorLimits {
  const build = (name: RateName) => createRateLimit({ clock, ...rates[name] });
  const limits = {
    messagesOfVisitor: build('messagesOfVisitor'),
    messagesOfNetwork: build('messagesOfNetwork'),
    imagesOfVisitor: build('imagesOfVisitor'),
    visitorsOfNetwork: build('visitorsOfNetwork'),
    sessionsOfNetwork: build('sessionsOfNetwork'),
    contactsOfVisitor: build('contactsOfVisitor'),
    typingOfVisitor: build('typingOfVisitor'),
  };
  return {
    take: (name, key) => limits[name].require(key),
    isFree: (name, key) => limits[name].take(key) === 0,
  };
}
