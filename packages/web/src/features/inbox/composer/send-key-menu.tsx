import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ActionMenu, type MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './composer.module.css';
import { changeSendKey, type SendKey } from './send-key.ts';

const keys = ['enter', 'ctrl-enter'] as const;
const labels = { enter: 'Enter', 'ctrl-enter': 'Ctrl Enter' } as const satisfies Record<SendKey, string>;

/** Shows which key sends and lets the operator change it. */
export function SendKeyMenu({ sendKey }: { sendKey: SendKey }) {
  const { t } = useTexts();
  const choices = keys.map((key): MenuEntry => {
    const label = t('dialogs.composer.send_by', { key: labels[key] });
    return { kind: 'action', id: key, label, isChosen: key === sendKey, onSelect: () => changeSendKey(key) };
  });
  const entries: MenuEntry[] = [...choices, { kind: 'note', id: 'note', label: t('dialogs.composer.new_line') }];
  const trigger = (
    <UnstyledButton className={classes.key}>
      {labels[sendKey]}
      <VisuallyHidden>: {t('dialogs.composer.send_key')}</VisuallyHidden>
    </UnstyledButton>
  );
  return <ActionMenu trigger={trigger} entries={entries} position="top-end" />;
}
