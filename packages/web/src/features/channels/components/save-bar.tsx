import { Button } from '@mantine/core';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './save-bar.module.css';

export type SaveBarProps = { isDirty: boolean; isBusy: boolean; hasErrors: boolean; onReset: () => void };

/** Stays in view while something is not saved. */
export function SaveBar({ isDirty, isBusy, hasErrors, onReset }: SaveBarProps) {
  const { t } = useTexts();
  if (!isDirty) return null;
  return (
    <div className={classes.bar} role="status">
      <span data-error={hasErrors || undefined}>{t(hasErrors ? 'errors.check_form' : 'channels.unsaved')}</span>
      <Button color="secondary.1" onClick={onReset}>
        {t('shell.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {t('shell.save')}
      </Button>
    </div>
  );
}
