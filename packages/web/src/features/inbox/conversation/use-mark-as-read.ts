import type { Chat } from '@otvet/contract';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useConnection } from '../../../platform/realtime/realtime.ts';
import { useDialogAction } from '../api/dialog-actions.ts';

const isPageVisible = createAtom(document.visibilityState === 'visible');
document.addEventListener('visibilitychange', () => isPageVisible.set(document.visibilityState === 'visible'));

/** An open dialog that somebody looks at is read. A mark set by hand while it is open stays until it is opened again. */
export function useMarkAsRead(chat: Chat | undefined): void {
  const { mutate } = useDialogAction();
  const isVisible = useSelector(isPageVisible);
  const isOnline = useConnection() === 'online';
  const opened = useRef(false);
  const askedAt = useRef(-1);
  const id = chat?.uniqueId;
  const version = chat?.version ?? 0;
  const isFresh = !opened.current;
  const shouldRead = chat !== undefined && (chat.unreadCount > 0 || (chat.customUnread && isFresh));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again over a new connection
  useEffect(() => {
    if (id === undefined) return;
    opened.current = true;
    if (!isVisible || !shouldRead || askedAt.current >= version) return;
    // Once per version: a server that refuses is not asked in a loop. What was lost on the way is asked over a new connection.
    askedAt.current = version;
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.status === 0) askedAt.current = -1;
    };
    mutate({ action: 'markAsRead', id }, { onError });
  }, [id, isVisible, isOnline, shouldRead, version, mutate]);
}
