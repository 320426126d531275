import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ActionMenuProps, MenuEntry } from './action-menu.tsx';

const WIDTH = 250;

export function LoadedMenu({ trigger, entries, position }: ActionMenuProps) {
  // The library's focus placeholder stands inside role=menu, where only items belong: the first item takes the focus.
  return (
    <Menu defaultOpened position={position} width={WIDTH} returnFocus withInitialFocusPlaceholder={false}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'divider') return <Menu.Divider />;
  if (entry.kind === 'note') return <Menu.Label>{entry.label}</Menu.Label>;
  const { label, icon: Icon, isDangerous, isChosen, onSelect } = entry;
  return (
    <Menu.Item
      {...(isDangerous ? { color: 'red.7' } : {})}
      leftSection={Icon === undefined ? null : <Icon size={18} stroke={1.8} />}
      rightSection={isChosen ? <IconCheck size={16} /> : null}
      onClick={onSelect}
    >
      {label}
    </Menu.Item>
  );
}
