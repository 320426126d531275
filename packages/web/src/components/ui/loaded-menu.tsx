import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import type { ActionMenuProps, MenuEntry } from './action-menu.tsx';

const WIDTH = 250;

export function LoadedMenu({ trigger, entries, position }: ActionMenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  // The button that was pressed has just been replaced by this one: it takes the focus, so that it gets it back.
  useEffect(() => {
    document.getElementById(id)?.focus({ preventScroll: true });
    setIsOpen(true);
  }, [id]);
  // The library's focus placeholder stands inside role=menu, where only items belong: the first item takes the focus.
  return (
    <Menu
      id={id}
      opened={isOpen}
      onChange={setIsOpen}
      position={position}
      width={WIDTH}
      returnFocus
      withInitialFocusPlaceholder={false}
    >
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
