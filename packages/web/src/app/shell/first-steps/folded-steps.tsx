import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './first-steps.module.css';
import { type FirstStep, firstSteps } from './read-first-steps.ts';

type FoldedStepsProps = { next: FirstStep; done: number; onOpen: () => void };

/** One line on a phone whose screen belongs to something else: what comes next. */
export function FoldedSteps({ next, done, onOpen }: FoldedStepsProps) {
  const { t } = useTexts();
  return (
    <UnstyledButton className={classes.folded} data-testid="first-steps" aria-expanded={false} onClick={onOpen}>
      <b>{t('steps.next_named', { step: t(`steps.${next}.title`) })}</b>
      <span>{t('steps.done', { done, all: firstSteps.length })}</span>
      <IconChevronDown size={18} stroke={1.8} aria-hidden />
    </UnstyledButton>
  );
}
