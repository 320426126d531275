import { outsideRequest } from '../scope/request-scope.ts';

/** News within this process, for sockets and streams: nobody who is away hears it. What must not be lost is an event. */
export type Signal<News> = {
  /** Listeners work for the product, not for the request that brought the news. */
  emit(news: News): void;
  /** The returned function ends the listening. */
  on(listener: (news: News) => void): () => void;
};

export function createSignal<News>(): Signal<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    emit(news) {
      outsideRequest(() => {
        for (const listener of listeners) listener(news);
      });
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
