import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useReturnFocus } from '../../components/ui/use-return-focus.ts';
import { type Command, useCommands } from '../../platform/keys/commands.ts';
import { signOut } from '../../platform/session/session.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useNavigation } from '../shell/use-navigation.ts';
import classes from './command-menu.module.css';
import { openCommandSheet } from './command-state.ts';

function useAllCommands(): Command[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const sections = useNavigation().map(({ to, icon, title }) => ({
    id: to,
    title: t('shell.commands.go', { section: t(title) }),
    icon,
    run: () => void navigate({ to }),
  }));
  return [
    ...useCommands(),
    ...sections,
    {
      id: 'shortcuts',
      title: t('shell.shortcuts.title'),
      icon: IconKeyboard,
      run: () => openCommandSheet('shortcuts'),
    },
    { id: 'sign-out', title: t('shell.sign_out'), icon: IconLogout, run: () => void signOut() },
  ];
}

export function CommandMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const wanted = query.trim().toLocaleLowerCase();
  const commands = useAllCommands().filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const current = Math.min(active, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(commands[current]);
    if (step === undefined || commands.length === 0) return;
    event.preventDefault();
    setActive((current + step + commands.length) % commands.length);
  };

  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" size={520}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('shell.commands.title')}>
        <Modal.Body p={0}>
          <TextInput
            data-autofocus
            variant="unstyled"
            className={classes.search}
            leftSection={<IconSearch size={18} stroke={1.8} />}
            placeholder={t('shell.commands.placeholder')}
            aria-label={t('shell.commands.placeholder')}
            role="combobox"
            aria-expanded
            aria-controls="command-list"
            aria-activedescendant={commands[current] === undefined ? undefined : `command-${commands[current].id}`}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={handleKey}
          />
          <div className={classes.list} id="command-list" role="listbox" aria-label={t('shell.commands.title')}>
            {commands.map((command, index) => (
              <UnstyledButton
                key={command.id}
                id={`command-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={classes.item}
                onMouseMove={() => setActive(index)}
                onClick={() => run(command)}
              >
                <command.icon size={18} stroke={1.8} aria-hidden />
                {command.title}
              </UnstyledButton>
            ))}
            {commands.length === 0 && <p className={classes.empty}>{t('shell.nothing_found')}</p>}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
