import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../platform/texts/texts.ts';
import { BeforeList } from './before-list.tsx';
import classes from './connect-dialog.module.css';
import { StepButtons } from './steps/step-buttons.tsx';
import { takeFocus } from './take-focus.ts';

type Props = { keys: readonly string[]; onBack: (() => void) | null; onReady: () => void };

/** What has to be true before anything is typed, and what it costs: read once, then the first step. */
export function BeforeConnecting({ keys, onBack, onReady }: Props) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  // Not the button: it stands below the text, and the dialog would open there.
  useEffect(() => takeFocus(heading.current), []);
  return (
    <section>
      <h3 ref={heading} className={classes.title} tabIndex={-1}>
        {t('channels.connecting.before')}
      </h3>
      <BeforeList keys={keys} />
      <StepButtons onBack={onBack} isBusy={false}>
        <Button onClick={onReady}>{t('channels.connecting.before_next')}</Button>
      </StepButtons>
    </section>
  );
}
