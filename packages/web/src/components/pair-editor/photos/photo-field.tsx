import { Button } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './photo-field.module.css';
import { PhotoTile } from './photo-tile.tsx';
import type { PairPhotos } from './use-pair-photos.ts';

/** Pictures that go out behind the answer: added by the button, by dropping them or from the clipboard, and put in order. */
export function PhotoField({ edited }: { edited: PairPhotos }) {
  const { t } = useTexts();
  const { photos } = edited;
  const label = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const faults = [...new Set(photos.flatMap(({ error }) => error ?? []))];
  const isFull = photos.length >= limits.photoMax;
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    edited.add([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not where files are dropped
    <div
      role="group"
      aria-labelledby={label}
      className={classes.field}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className={classes.head}>
        <div>
          <span id={label} className={classes.label}>
            {t('knowledge.pair.photos')}
          </span>
          <p className={classes.hint}>{t('knowledge.pair.photos_hint')}</p>
        </div>
        <span className={classes.count} role="status">
          {photos.length > 0 && t('knowledge.pair.photos_count', { count: photos.length, max: limits.photoMax })}
        </span>
      </div>
      {photos.length > 0 && (
        <ol className={classes.tiles}>
          {photos.map((photo, at) => (
            <PhotoTile
              key={photo.key}
              photo={photo}
              place={at}
              total={photos.length}
              onMove={(key, to) => edited.move(key, to)}
              onRetry={() => edited.retry(photo.key)}
              onRemove={() => edited.remove(photo.key)}
            />
          ))}
        </ol>
      )}
      {edited.hasFailed && (
        <p className={classes.failed} role="alert">
          {t('knowledge.pair.photos_failed')} {faults.join(' ')}
        </p>
      )}
      <Button
        color="secondary.1"
        size="sm"
        leftSection={<IconPhotoPlus size={16} stroke={1.8} />}
        disabled={isFull}
        onClick={() => chooser.current?.click()}
      >
        {t('knowledge.pair.photos_add')}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={t('knowledge.pair.photos_add')}
        onChange={({ currentTarget }) => {
          edited.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
