import { lazy, Suspense } from 'react';
import { useShortcut } from '../../platform/keys/use-shortcut.ts';
import { commandState, useOpenSheet } from './command-state.ts';

const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.tsx')).CommandMenu }));
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

/** The command menu and the sheet of keys; loaded when first asked for. */
export function AppCommands() {
  const sheet = useOpenSheet();
  useShortcut({ code: 'KeyK', mod: true, inFields: true }, () => commandState.open('menu'));
  // `?` stands on different keys: Shift+/ on a Latin layout, Shift+7 on a Russian one.
  useShortcut({ code: 'Slash', shift: true }, () => commandState.open('shortcuts'));
  const close = () => commandState.open('none');
  return (
    <Suspense fallback={null}>
      {sheet === 'menu' && <CommandMenu onClose={close} />}
      {sheet === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </Suspense>
  );
}
