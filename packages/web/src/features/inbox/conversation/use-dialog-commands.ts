import type { Chat } from '@otvet/contract';
import { IconHandStop, IconMailOpened, IconRobot } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Command, useOfferCommands } from '../../../platform/keys/commands.ts';
import { useShortcut } from '../../../platform/keys/use-shortcut.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useDialogAction } from '../api/dialog-actions.ts';
import { canHandBack, canTake } from '../model/speaker-state.ts';

/** Offers what can be done with the open dialog to the command menu; Alt+T takes it or hands it back, as its main button does. */
export function useDialogCommands(chat: Chat | undefined): void {
  const { t } = useTexts();
  const { mutate, isPending } = useDialogAction();
  const canAnswer = useCan('inbox_answer');
  useShortcut({ code: 'KeyT', alt: true, inFields: true }, ({ repeat }) => {
    const isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    if (chat === undefined || !canAnswer || chat.banned || isCovered) return false;
    if (repeat || isPending) return true;
    if (canTake(chat)) mutate({ action: 'pause', id: chat.uniqueId });
    else if (canHandBack(chat)) mutate({ action: 'resume', id: chat.uniqueId });
    return true;
  });
  const commands = useMemo<Command[]>(() => {
    if (chat === undefined) return [];
    const id = chat.uniqueId;
    const unread: Command = {
      id: 'unread',
      title: t('dialogs.action.unread'),
      icon: IconMailOpened,
      run: () => mutate({ action: 'markAsUnread', id }),
    };
    const take: Command = {
      id: 'take',
      title: t('dialogs.action.take'),
      icon: IconHandStop,
      run: () => mutate({ action: 'pause', id }),
    };
    const back: Command = {
      id: 'hand-back',
      title: t('dialogs.action.hand_back'),
      icon: IconRobot,
      run: () => mutate({ action: 'resume', id }),
    };
    return [...(canAnswer && canTake(chat) ? [take] : []), ...(canAnswer && canHandBack(chat) ? [back] : []), unread];
  }, [chat, canAnswer, t, mutate]);
  useOfferCommands(commands);
}
