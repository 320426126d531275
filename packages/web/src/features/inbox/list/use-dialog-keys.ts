import { useInfiniteQuery } from '@tanstack/react-query';
import { useShortcut } from '../../../platform/keys/use-shortcut.ts';
import { dialogsQuery } from '../api/dialogs-query.ts';
import { type DialogFilter, listDialogs } from '../model/dialog-pages.ts';

export type DialogKeysInput = {
  filter: DialogFilter;
  selected: string | undefined;
  onSelect: (uniqueId: string | undefined) => void;
};

/** Alt+J and Alt+K walk the list, Escape leaves the dialog. */
export function useDialogKeys({ filter, selected, onSelect }: DialogKeysInput): void {
  const dialogs = listDialogs(useInfiniteQuery(dialogsQuery(filter)).data);
  const step = (by: 1 | -1) => {
    const index = dialogs.findIndex(({ uniqueId }) => uniqueId === selected);
    const target = dialogs[index < 0 ? 0 : index + by];
    if (target !== undefined) onSelect(target.uniqueId);
  };
  useShortcut({ code: 'KeyJ', alt: true, inFields: true }, () => step(1));
  useShortcut({ code: 'KeyK', alt: true, inFields: true }, () => step(-1));
  useShortcut({ code: 'Escape' }, () => {
    // Escape belongs to an open menu or window first.
    if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return false;
    onSelect(undefined);
    return true;
  });
}
