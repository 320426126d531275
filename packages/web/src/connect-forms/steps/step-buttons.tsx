import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from '../connect-dialog.module.css';

type Props = { onBack: (() => void) | null; isBusy: boolean; children?: ReactNode };

/** The way on and, where there is one, the way back beside it. */
export function StepButtons({ onBack, isBusy, children }: Props) {
  const { t } = useTexts();
  return (
    <Group gap={8} className={classes.buttons}>
      {onBack !== null && (
        <Button color="secondary.1" disabled={isBusy} onClick={onBack}>
          {t('channels.connecting.back')}
        </Button>
      )}
      {children}
    </Group>
  );
}
