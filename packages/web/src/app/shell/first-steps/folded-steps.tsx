import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './first-steps.module.css';
import { firstSteps } from './read-first-steps.ts';

/** One line on a phone whose screen belongs to the dialogs already. */
export function FoldedSteps({ done, onOpen }: { done: number; onOpen: () => void }) {
  const { t } = useTexts();
  return (
    <UnstyledButton className={classes.folded} data-testid="first-steps" aria-expanded={false} onClick={onOpen}>
      <b>{t('steps.title')}</b>
      <span>{t('steps.done', { done, all: firstSteps.length })}</span>
      <IconChevronDown size={18} stroke={1.8} aria-hidden />
    </UnstyledButton>
  );
}
