import type { Chat } from '@otvet/contract';
import { readStored, writeStored } from '../../../platform/session/local-data.ts';
import { sessionStatus } from '../../../platform/session/session.ts';
import { translate, withTexts } from '../../../platform/texts/texts.ts';
import { fetchDialogs } from '../api/dialogs-query.ts';
import { dialogTitle, previewText } from '../model/preview-text.ts';
import { findNew, type Told, toldOf } from './find-new.ts';
import { areNoticesOn, isSoundOn } from './news-settings.ts';
import { playSound } from './play-sound.ts';
import { leadTabs, readOpen } from './tab-locks.ts';

type Open = (uniqueId: string) => void;

let isLeading = false;
let since: Told | undefined;
let isRunning = false;
let isOwed = false;

/** From now on this tab may be the one that tells of new messages. What stands already is told of by no tab. */
export function startNews(): void {
  since = undefined;
  void readPage().then(
    (chats) => {
      since = toldOf(chats);
    },
    () => undefined,
  );
  leadTabs(() => {
    isLeading = true;
  });
}

/** Tells of what customers wrote since, by sound and by a notification of the browser, once for all tabs. */
export function tellNews(open: Open): void {
  if (!isLeading || sessionStatus() !== 'signed-in' || !(isSoundOn() || areNoticesOn())) return;
  isOwed = true;
  if (!isRunning) void tellOwed(open);
}

/** What comes while it tells is told of in one more round. */
async function tellOwed(open: Open): Promise<void> {
  isRunning = true;
  while (isOwed) {
    isOwed = false;
    await tell(open).catch(() => undefined);
  }
  isRunning = false;
}

const readPage = async () => (await fetchDialogs({ waiting: false }, 0)).chats;

async function tell(open: Open): Promise<void> {
  if (since === undefined) return;
  const { fresh, told } = findNew({ chats: await readPage(), told: readTold(), since });
  writeStored('newsTold', JSON.stringify(told));
  const looked = await readOpen();
  const unseen = fresh.filter(({ uniqueId }) => !looked.has(uniqueId));
  if (unseen.length === 0) return;
  if (isSoundOn()) await playSound().catch(() => undefined);
  if (!areNoticesOn()) return;
  await withTexts(['dialogs'], () => Promise.resolve());
  for (const chat of unseen) notify(chat, open);
}

function notify(chat: Chat, open: Open): void {
  try {
    // The tag lets a later message of a dialog take the place of the one before.
    const notice = new Notification(dialogTitle(chat, translate), {
      body: previewText(chat, translate),
      tag: chat.uniqueId,
      icon: '/favicon.svg',
    });
    notice.onclick = () => {
      window.focus();
      open(chat.uniqueId);
      notice.close();
    };
  } catch {
    // A phone's browser shows notifications of a service worker alone; the sound and the title tell there.
    return;
  }
}

function readTold(): Told {
  try {
    const stored: unknown = JSON.parse(readStored('newsTold') ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([id, mark]) => {
        const at: unknown = Reflect.get(Object(mark), 'at');
        const unread: unknown = Reflect.get(Object(mark), 'unread');
        return typeof at === 'string' && typeof unread === 'number' ? [[id, { at, unread }]] : [];
      }),
    );
  } catch {
    return {};
  }
}
