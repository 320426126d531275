import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useShortcut } from '../../../platform/keys/use-shortcut.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';
import { dialogsQuery, fetchDialogs } from '../api/dialogs-query.ts';
import { wantReplyField } from '../composer/reply-field.ts';
import { type DialogFilter, listDialogs } from '../model/dialog-pages.ts';
import { findNextWaiting } from '../model/next-waiting.ts';
import { stepFrom } from '../model/step-from.ts';

export type DialogKeysInput = {
  filter: DialogFilter;
  selected: string | undefined;
  onSelect: (uniqueId: string | undefined) => void;
};

const REPLY_FIELD = '[data-reply-field]';

/** Alt+J and Alt+K walk the list, Alt+N goes to who waits, Escape leaves the dialog. */
export function useDialogKeys({ filter, selected, onSelect }: DialogKeysInput): void {
  const dialogs = listDialogs(useInfiniteQuery(dialogsQuery(filter)).data);
  const open = (uniqueId: string) => {
    if (uniqueId === selected) return document.querySelector<HTMLElement>(REPLY_FIELD)?.focus();
    wantReplyField(uniqueId);
    onSelect(uniqueId);
  };
  const index = dialogs.findIndex(({ uniqueId }) => uniqueId === selected);
  const place = useRef(0);
  if (index >= 0 || selected === undefined) place.current = Math.max(0, index);
  const step = (by: 1 | -1) => {
    if (isCovered()) return false;
    const target = dialogs[stepFrom({ index, place: place.current, by })] ?? dialogs[index] ?? dialogs.at(-1);
    if (target !== undefined) open(target.uniqueId);
    return true;
  };
  const goToWaiting = async () => {
    const target = findNextWaiting((await fetchDialogs({ waiting: true }, 0)).chats, selected);
    if (target === undefined) showToast({ kind: 'info', message: translate('dialogs.empty.waiting.title') });
    else open(target.uniqueId);
  };
  useShortcut({ code: 'KeyJ', alt: true, inFields: true }, () => step(1));
  useShortcut({ code: 'KeyK', alt: true, inFields: true }, () => step(-1));
  useShortcut({ code: 'KeyN', alt: true, inFields: true }, ({ repeat }) => {
    if (isCovered()) return false;
    if (!repeat) void goToWaiting().catch(showErrorToast);
    return true;
  });
  useShortcut({ code: 'Escape', inFields: true }, ({ target }) => {
    // Escape belongs to an open menu or window first, then to the quoted message. What is written stays as a draft.
    if (selected === undefined || isCovered() || document.querySelector('[data-takes-escape]') !== null) return false;
    if (target instanceof HTMLElement && target.matches(`input, textarea:not(${REPLY_FIELD}), select`)) return false;
    onSelect(undefined);
    return true;
  });
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
