import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './composer.module.css';
import { changeSendKey, type SendKey } from './send-key.ts';

const keys = ['enter', 'ctrl-enter'] as const;
const labels = { enter: 'Enter', 'ctrl-enter': 'Ctrl Enter' } as const satisfies Record<SendKey, string>;

/** Shows which key sends and lets the operator change it. */
export function SendKeyMenu({ sendKey }: { sendKey: SendKey }) {
  const { t } = useTexts();
  return (
    <Menu position="top-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.key} aria-label={t('dialogs.composer.send_key', { key: labels[sendKey] })}>
          {labels[sendKey]}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {keys.map((key) => (
          <Menu.Item
            key={key}
            rightSection={key === sendKey ? <IconCheck size={16} /> : null}
            onClick={() => changeSendKey(key)}
          >
            {t('dialogs.composer.send_by', { key: labels[key] })}
          </Menu.Item>
        ))}
        <Menu.Label>{t('dialogs.composer.new_line')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
