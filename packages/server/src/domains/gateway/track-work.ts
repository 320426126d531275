/** Work that nobody waits for until the end; its errors go to `onError`. */
export function trackWork(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      const tracked: Promise<void> = work.catch(onError).finally(() => running.delete(tracked));
      running.add(tracked);
    },
    size: () => running.size,
    /** Resolves when all that runs now has ended. */
    idle: async (): Promise<void> => void (await Promise.all(running)),
  };
}
