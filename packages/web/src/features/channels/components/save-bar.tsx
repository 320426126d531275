import { Button } from '@mantine/core';
import { FloatingBar } from '../../../components/ui/floating-bar.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';

export type SaveBarProps = {
  /** Titles of the tabs with changes that are not saved. */
  unsaved: readonly string[];
  /** Titles of those where something is wrong. */
  faulty: readonly string[];
  isBusy: boolean;
  onReset: () => void;
};

/** Stays in view while something is not saved, whichever tab is open. */
export function SaveBar({ unsaved, faulty, isBusy, onReset }: SaveBarProps) {
  const { t, locale } = useTexts();
  if (unsaved.length === 0) return null;
  const hasErrors = faulty.length > 0;
  const list = new Intl.ListFormat(locale).format(hasErrors ? faulty : unsaved);
  return (
    <FloatingBar text={t(hasErrors ? 'channels.faulty' : 'channels.unsaved', { tabs: list })} hasErrors={hasErrors}>
      <Button color="secondary.1" onClick={onReset}>
        {t('channels.discard')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {t('shell.save')}
      </Button>
    </FloatingBar>
  );
}
