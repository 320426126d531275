export type Pause = {
  wait(ms: number): Promise<void>;
  /** Ends the wait at once. */
  wake(): void;
};

/** A wait that can be cut short: the network or the tab came back. */
export function createPause(): Pause {
  const own: Pick<Pause, 'wake'> = { wake: () => undefined };
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        own.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => own.wake(),
  };
}
