export type TabLeader = {
  /** Tells the other tabs what this one read. */
  tell(message: unknown): void;
};

type Options = { name: string; onLead(isLeading: boolean): void; onTold(message: unknown): void };

/**
 * One tab of the visitor holds the stream and tells the others: browsers allow only six connections to a host over HTTP/1.1.
 * The visible tab takes the lead from a hidden one (a phone freezes hidden tabs). Without locks every visible tab leads itself.
 */
export function joinTabs({ name, onLead, onTold }: Options): TabLeader {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined;
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => onTold(event.data));
  const isVisible = () => document.visibilityState === 'visible';

  if (!('locks' in navigator) || channel === undefined) {
    const follow = () => onLead(isVisible());
    document.addEventListener('visibilitychange', follow);
    follow();
  } else {
    const state = { isLeading: false };
    const hold = () =>
      new Promise<void>(() => {
        state.isLeading = true;
        onLead(true);
      });
    const ask = (steal: boolean) => {
      // A stolen lock rejects: this tab waits in the queue again.
      navigator.locks.request(name, { steal }, hold).catch(() => {
        state.isLeading = false;
        onLead(false);
        ask(false);
      });
    };
    ask(isVisible());
    document.addEventListener('visibilitychange', () => {
      if (isVisible() && !state.isLeading) ask(true);
    });
  }
  return { tell: (message) => channel?.postMessage(message) };
}
