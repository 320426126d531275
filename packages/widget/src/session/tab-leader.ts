import { isPageVisible, onVisibilityChange } from '../shared/visibility.ts';

export type TabLeader = {
  /** Hands the other tabs what this one read. */
  share(message: unknown): void;
};

type Options = { name: string; onLead(isLeading: boolean): void; onShared(message: unknown): void };

/**
 * One tab of the visitor holds the stream and shares it with the others: browsers allow only six connections to a host over HTTP/1.1.
 * The visible tab takes the lead from a hidden one (a phone freezes hidden tabs). Without locks every visible tab leads itself.
 */
export function joinTabs({ name, onLead, onShared }: Options): TabLeader {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined;
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => onShared(event.data));

  if (!('locks' in navigator) || channel === undefined) {
    const follow = () => onLead(isPageVisible());
    onVisibilityChange(follow);
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
    ask(isPageVisible());
    onVisibilityChange(() => {
      if (isPageVisible() && !state.isLeading) ask(true);
    });
  }
  return { share: (message) => channel?.postMessage(message) };
}
