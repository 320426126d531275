import { createDialogSync } from '../features/inbox/api/dialog-sync.ts';
import { fetchDialogs } from '../features/inbox/api/dialogs-query.ts';
import { fetchMessages } from '../features/inbox/api/thread-query.ts';
import { clearTyping, noteTyping } from '../features/inbox/api/typing-store.ts';
import { unreadKey } from '../features/inbox/api/unread-query.ts';
import { queryClient } from '../platform/api/query-client.ts';
import type { RealtimeHandlers } from '../platform/realtime/realtime.ts';
import { userDataQuery } from '../platform/session/user-data.ts';

const sync = createDialogSync({ cache: queryClient, fetchMessages, fetchDialogs });
const countDelayMs = 700;
let countTimer: number | undefined;

// Many messages at once ask for the counts once.
function refreshCounts(): void {
  window.clearTimeout(countTimer);
  countTimer = window.setTimeout(() => void queryClient.invalidateQueries({ queryKey: unreadKey }), countDelayMs);
}

// A failed fetch leaves the cache at its old version; the next event or reconnection asks from there again.
function quietly(work: Promise<void>): void {
  work.catch(() => undefined);
}

/** What each realtime event does to the cache: the one table. */
export const eventTable: RealtimeHandlers = {
  connected: () => {
    quietly(sync.catchUp());
    refreshCounts();
  },
  'dialog.changed': ({ uniqueId, version }) => {
    quietly(sync.noteChange({ uniqueId, version }));
    clearTyping(uniqueId);
    refreshCounts();
  },
  'dialog.typing': (event) => noteTyping(event),
  'channel.changed': () => void queryClient.invalidateQueries({ queryKey: ['channels'] }),
  'knowledge.changed': () => void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  'user-data.changed': () => void queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey }),
};
