import { Button } from '@mantine/core';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './save-bar.module.css';

export type SaveBarProps = { isDirty: boolean; isBusy: boolean; hasErrors: boolean; onReset: () => void };

const HEIGHT = '--save-bar-height';

/** Tells toasts how high the bar is, so that they stand above it. */
function tellHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty(HEIGHT, `${bar.offsetHeight}px`));
  watch.observe(bar);
  return () => {
    watch.disconnect();
    style.removeProperty(HEIGHT);
  };
}

/** Stays in view while something is not saved. */
export function SaveBar({ isDirty, isBusy, hasErrors, onReset }: SaveBarProps) {
  const { t } = useTexts();
  if (!isDirty) return null;
  return (
    <div ref={tellHeight} className={classes.bar} role="status">
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
