import type { Ref } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './composer.module.css';
import type { Photo } from './kept-photos.ts';

/** Which pictures did not load, why, and what helps; `ref` is where a press of "send" points to. */
export function FailedPhotos({ photos, ref }: { photos: readonly Photo[]; ref: Ref<HTMLDivElement> }) {
  const { t } = useTexts();
  const failed = photos.filter(({ error }) => error !== null);
  if (failed.length === 0) return null;
  return (
    <div ref={ref} className={classes.lost} role="alert" tabIndex={-1}>
      {failed.map(({ key, name, error }) => (
        <p key={key}>{t('dialogs.composer.photo_failed', { name, reason: error ?? '' })}</p>
      ))}
      <p>{t('dialogs.composer.photo_failed_hint')}</p>
    </div>
  );
}
