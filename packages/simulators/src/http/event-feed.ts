/** Listeners of a simulator; a listener must not throw. */
export type EventFeed<Event> = {
  emit(event: Event): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: Event) => void): () => void;
};

/** Makes an empty feed. */
export function createEventFeed<Event>(): EventFeed<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Resolves with the first event (or the present state) for which `find` has a value; rejects after the time. */
export function waitFor<Event, Found>(options: {
  feed: EventFeed<Event>;
  find: () => Found | undefined;
  timeoutMs: number;
  what: string;
}): Promise<Found> {
  const present = options.find();
  if (present !== undefined) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end();
      reject(new Error(`Waited ${options.timeoutMs} ms in vain for ${options.what}.`));
    }, options.timeoutMs);
    const end = options.feed.subscribe(() => {
      const found = options.find();
      if (found === undefined) return;
      clearTimeout(timer);
      end();
      resolve(found);
    });
  });
}
