import { Modal, Switch } from '@mantine/core';
import { onDemand } from '../../components/ui/on-demand.tsx';
import { useReturnFocus } from '../../components/ui/use-return-focus.ts';
import { switchShortcuts, useShortcutsOn } from '../../platform/keys/shortcut-setting.ts';
import type { TextKey } from '../../platform/texts/text-key.ts';
import { useTexts, withTexts } from '../../platform/texts/texts.ts';
import classes from './shortcuts-sheet.module.css';

const shortcuts = [
  { keys: ['Ctrl', 'K'], title: 'shell.shortcuts.menu' },
  { keys: ['Alt', 'J'], title: 'shell.shortcuts.next' },
  { keys: ['Alt', 'K'], title: 'shell.shortcuts.previous' },
  { keys: ['Alt', 'N'], title: 'shell.shortcuts.waiting' },
  { keys: ['Alt', 'T'], title: 'shell.shortcuts.take' },
  { keys: ['Enter'], title: 'shell.shortcuts.send' },
  { keys: ['Shift', 'Enter'], title: 'shell.shortcuts.new_line' },
  { keys: ['Ctrl', 'Enter'], title: 'shell.shortcuts.save' },
  { keys: ['/'], title: 'knowledge.search' },
  { keys: ['Esc'], title: 'shell.shortcuts.close' },
  { keys: ['?'], title: 'shell.shortcuts.title' },
] as const satisfies { keys: readonly string[]; title: TextKey }[];

/** Its words are also those of the screens that the keys belong to. */
export const ShortcutsSheet = onDemand({ load: () => withTexts(['knowledge'], async () => Sheet) });

function Sheet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const isOn = useShortcutsOn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <dl className={classes.list}>
        {shortcuts.map(({ keys, title }) => (
          <div key={title} className={classes.row}>
            <dt>{t(title)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt={16}
        checked={isOn}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        label={t('shell.shortcuts.on')}
        description={t('shell.shortcuts.hint')}
      />
    </Modal>
  );
}
