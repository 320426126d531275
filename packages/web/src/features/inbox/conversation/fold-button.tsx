import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './message-list.module.css';

export type FoldButtonProps = { isOpen: boolean; count: number; onToggle: () => void };

/** Behind the last of several equal lines: how many there are, and each of them. */
export function FoldButton({ isOpen, count, onToggle }: FoldButtonProps) {
  const { t } = useTexts();
  return (
    <>
      {' '}
      <UnstyledButton className={classes.action} aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? t('dialogs.lines.fold') : t('dialogs.lines.open', { count })}
      </UnstyledButton>
    </>
  );
}
