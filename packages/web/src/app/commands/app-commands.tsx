import { onDemand } from '../../components/ui/on-demand.tsx';
import { saveByKeys } from '../../platform/keys/save-by-keys.ts';
import { useShortcut } from '../../platform/keys/use-shortcut.ts';
import { openCommandSheet, useOpenSheet } from './command-state.ts';

const CommandMenu = onDemand({ load: async () => (await import('./command-menu.tsx')).CommandMenu });
const NewsSheet = onDemand({ load: async () => (await import('./news-sheet.tsx')).NewsSheet });
const ShortcutsSheet = onDemand({ load: async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet });

/** The command menu and the sheet of keys; loaded when first asked for. */
export function AppCommands() {
  const sheet = useOpenSheet();
  useShortcut({ code: 'Enter', mod: true, inFields: true }, saveByKeys);
  useShortcut({ code: 'KeyK', mod: true, inFields: true }, () => openCommandSheet('menu'));
  // `?` stands on different keys: Shift+/ on a Latin layout, Shift+7 on a Russian one.
  useShortcut({ code: 'Slash', shift: true }, () => openCommandSheet('shortcuts'));
  const close = () => openCommandSheet('none');
  return (
    <>
      {sheet === 'menu' && <CommandMenu onClose={close} />}
      {sheet === 'news' && <NewsSheet onClose={close} />}
      {sheet === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </>
  );
}
