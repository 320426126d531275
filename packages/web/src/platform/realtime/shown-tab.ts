/** Whether a person can see this tab. */
export type ShownTab = {
  isShown(): boolean;
  /** Calls back whenever the tab comes into sight. */
  onShown(listener: () => void): void;
};

/** The tab that this code runs in. */
export const shownTab: ShownTab = {
  isShown: () => document.visibilityState === 'visible',
  onShown: (listener) => {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    });
  },
};
