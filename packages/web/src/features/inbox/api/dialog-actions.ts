import type { Chat } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import type { TextKey } from '../../../platform/texts/text-key.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';
import { putChat } from './dialog-cache.ts';
import { unreadKey } from './unread-query.ts';

export type DialogAction = 'pause' | 'resume' | 'ban' | 'unban' | 'markAsRead' | 'markAsUnread';

const successes: Record<DialogAction, TextKey | null> = {
  pause: 'dialogs.toast.paused',
  resume: 'dialogs.toast.resumed',
  ban: 'dialogs.toast.banned',
  unban: 'dialogs.toast.unbanned',
  markAsRead: null,
  markAsUnread: null,
};

async function act({ action, id }: { action: DialogAction; id: string }): Promise<Chat> {
  const { chat } = await api.chat[action]({ id });
  putChat(queryClient, chat);
  if (action === 'markAsRead' || action === 'markAsUnread') void queryClient.invalidateQueries({ queryKey: unreadKey });
  return chat;
}

/** What an operator can do with a whole dialog. */
export function useDialogAction() {
  return useMutation({
    mutationFn: act,
    onSuccess: (_chat, { action }) => {
      const key = successes[action];
      if (key !== null) showToast({ kind: 'success', message: translate(key) });
    },
    onError: (error, { action }) => {
      // Nobody asked for it: it is done for whoever looks at the dialog.
      if (action !== 'markAsRead') showErrorToast(error);
    },
  });
}
