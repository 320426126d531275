import { ActionIcon, Loader } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './composer.module.css';
import type { Photo } from './kept-photos.ts';

/** Pictures that will go with the message. */
export function PhotoStrip({ photos, onRemove }: { photos: readonly Photo[]; onRemove: (key: string) => void }) {
  const { t } = useTexts();
  return (
    <ul className={classes.strip}>
      {photos.map((photo) => (
        <li key={photo.key} data-failed={photo.error !== null || undefined} title={photo.error ?? photo.name}>
          <img src={photo.preview} alt={photo.name} />
          {photo.error === null && photo.url === null && (
            <span className={classes.veil}>
              <Loader size="sm" color="secondary" role="status" aria-label={t('dialogs.composer.uploading')} />
            </span>
          )}
          {photo.error !== null && (
            <span className={classes.veil}>
              <IconAlertTriangle size={20} aria-hidden />
            </span>
          )}
          <ActionIcon
            className={classes.remove}
            size={24}
            radius="xl"
            color="secondary.1"
            aria-label={t('dialogs.composer.remove_photo', { name: photo.name })}
            onClick={() => onRemove(photo.key)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
