import { createDialogSync } from '../features/inbox/api/dialog-sync.ts';
import { fetchDialogs } from '../features/inbox/api/dialogs-query.ts';
import { keepTrying } from '../features/inbox/api/keep-trying.ts';
import { sendWaiting } from '../features/inbox/api/send-message.ts';
import { fetchMessages } from '../features/inbox/api/thread-query.ts';
import { clearTyping, noteTyping } from '../features/inbox/api/typing-store.ts';
import { unreadKey } from '../features/inbox/api/unread-query.ts';
import { isOwnTyping } from '../features/inbox/model/own-typing.ts';
import { startNews, tellNews } from '../features/inbox/notifications/tell-news.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { readAnew } from '../platform/api/read-anew.ts';
import { createNewsReads } from '../platform/realtime/news-reads.ts';
import { handleRealtime, type RealtimeHandlers } from '../platform/realtime/realtime.ts';
import { shownTab } from '../platform/realtime/shown-tab.ts';
import { userDataQuery } from '../platform/session/user-data.ts';

const { gather, wait } = createNewsReads({
  tab: shownTab,
  after: (ms, then) => void window.setTimeout(then, ms),
});
const sync = keepTrying({ sync: createDialogSync({ cache: queryClient, fetchMessages, fetchDialogs, wait }), wait });

const refetch = (queryKey: readonly unknown[], exact = false) => void readAnew(queryClient, { queryKey, exact });

const catchUp = gather(() => void sync.catchUp(), { firstMs: 0, maxMs: 2000 });
// Its number stands in the title of the tab, which is read while another tab is shown.
const refreshCounts = gather(() => refetch(unreadKey), { firstMs: 700, maxMs: 2000, hiddenMs: 20_000 });
const refreshUserData = gather(() => refetch(userDataQuery.queryKey), { firstMs: 100, maxMs: 2000 });
const news = { isStarted: false };
let openDialog: (dialog: string) => void = () => undefined;
const tell = gather(() => tellNews((dialog) => openDialog(dialog)), { firstMs: 500, maxMs: 5000, hiddenMs: 1000 });
const refreshKnowledge = gather(() => refetch(['knowledge-bases']), { firstMs: 100, maxMs: 2000 });
const refreshSources = gather(() => refetch(['knowledge-sources']), { firstMs: 100, maxMs: 2000 });
// Every answer takes one message of the trial.
const refreshTrial = gather(
  () => {
    if (queryClient.getQueryData(userDataQuery.queryKey)?.trial) refetch(userDataQuery.queryKey);
  },
  { firstMs: 5000, maxMs: 5000 },
);
const refreshChannels = gather(
  () => {
    refetch(['channels']);
    refetch(['connecting'], true);
  },
  { firstMs: 100, maxMs: 2000 },
);

/** What each realtime event does to the cache: the one table. */
const eventTable: RealtimeHandlers = {
  connected: () => {
    if (!news.isStarted) startNews();
    else tell();
    news.isStarted = true;
    catchUp();
    sendWaiting();
    refreshCounts();
    refreshChannels();
    refreshKnowledge();
    refreshSources();
  },
  'dialog.changed': ({ uniqueId, version }) => {
    // What a hidden tab has missed it catches up with in one go.
    if (shownTab.isShown()) void sync.noteChange({ uniqueId, version });
    else catchUp();
    clearTyping(uniqueId);
    refreshCounts();
    tell();
    refreshTrial();
  },
  'dialog.typing': (event) => {
    // Every browser of the account hears it, the one that typed too.
    if (!isOwnTyping(event, queryClient.getQueryData(userDataQuery.queryKey)?.uid)) noteTyping(event);
  },
  'channel.changed': refreshChannels,
  'knowledge.changed': refreshKnowledge,
  'source.changed': refreshSources,
  'user-data.changed': refreshUserData,
};

/** Begins with the events; `open` shows the dialog of a notification that was clicked. */
export function handleEvents(open: (dialog: string) => void): void {
  openDialog = open;
  handleRealtime(eventTable);
}
