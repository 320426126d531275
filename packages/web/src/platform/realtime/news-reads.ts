import type { ShownTab } from './shown-tab.ts';

/** The pause before a read: `firstMs`, and up to `maxMs` while news come one after another. */
export type Pace = {
  firstMs: number;
  maxMs: number;
  /** How often a hidden tab reads too; without it, not before it is shown. */
  hiddenMs?: number;
};

/** What news make a tab read: much news makes one read, and a tab that nobody sees reads once, when it is shown again. */
export type NewsReads = {
  /** Gives what asks for a read, however often. */
  gather(read: () => void, pace: Pace): () => void;
  /** Waits, and longer while the tab is hidden. */
  wait(ms: number): Promise<void>;
};

type NewsReadsDeps = { tab: ShownTab; after: (ms: number, then: () => void) => void };

export function createNewsReads({ tab, after }: NewsReadsDeps): NewsReads {
  const owed = new Set<() => void>();
  tab.onShown(() => {
    const due = [...owed];
    owed.clear();
    for (const read of due) read();
  });

  function gather(read: () => void, { firstMs, maxMs, hiddenMs }: Pace): () => void {
    let shownMs = firstMs;
    let isWaiting = false;
    let isBusy = false;
    const end = () => {
      isWaiting = false;
      shownMs = isBusy ? Math.min(shownMs * 2, maxMs) : firstMs;
      isBusy = false;
      if ((tab.isShown() || hiddenMs !== undefined) && owed.delete(read)) read();
    };
    return () => {
      owed.add(read);
      const pause = tab.isShown() ? shownMs : hiddenMs;
      if (isWaiting) isBusy = true;
      else if (pause !== undefined) {
        isWaiting = true;
        after(pause, end);
      }
    };
  }

  return {
    gather,
    wait: (ms) =>
      new Promise((resolve) => {
        after(ms, () => (tab.isShown() ? resolve() : owed.add(resolve)));
      }),
  };
}
