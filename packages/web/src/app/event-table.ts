import { createDialogSync } from '../features/inbox/api/dialog-sync.ts';
import { fetchDialogs } from '../features/inbox/api/dialogs-query.ts';
import { keepTrying } from '../features/inbox/api/keep-trying.ts';
import { fetchMessages } from '../features/inbox/api/thread-query.ts';
import { clearTyping, noteTyping } from '../features/inbox/api/typing-store.ts';
import { unreadKey } from '../features/inbox/api/unread-query.ts';
import { queryClient } from '../platform/api/query-client.ts';
import type { RealtimeHandlers } from '../platform/realtime/realtime.ts';
import { userDataQuery } from '../platform/session/user-data.ts';

const wait = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));
const sync = keepTrying({ sync: createDialogSync({ cache: queryClient, fetchMessages, fetchDialogs, wait }), wait });

/** Asks again at most once per `everyMs`, however many events come. */
function throttle(everyMs: number, refresh: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    window.setTimeout(() => {
      isWaiting = false;
      refresh();
    }, everyMs);
  };
}

const refreshCounts = throttle(700, () => void queryClient.invalidateQueries({ queryKey: unreadKey }));
// Every answer takes one message of the trial.
const refreshTrial = throttle(5000, () => {
  if (queryClient.getQueryData(userDataQuery.queryKey)?.trial) {
    void queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey });
  }
});

function refreshChannels(): void {
  void queryClient.invalidateQueries({ queryKey: ['channels'] });
  void queryClient.invalidateQueries({ queryKey: ['connecting'], exact: true });
}

/** What each realtime event does to the cache: the one table. */
export const eventTable: RealtimeHandlers = {
  connected: () => {
    void sync.catchUp();
    refreshCounts();
    refreshChannels();
  },
  'dialog.changed': ({ uniqueId, version }) => {
    void sync.noteChange({ uniqueId, version });
    clearTyping(uniqueId);
    refreshCounts();
    refreshTrial();
  },
  'dialog.typing': (event) => noteTyping(event),
  'channel.changed': refreshChannels,
  'knowledge.changed': () => void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  'user-data.changed': () => void queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey }),
};
