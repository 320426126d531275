import { ActionIcon, Loader } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './photo-field.module.css';
import type { EditedPhoto } from './use-pair-photos.ts';

const DRAGGED = 'application/x-otvet-photo';

export type PhotoTileProps = {
  photo: EditedPhoto;
  place: number;
  total: number;
  onMove: (key: string, to: number) => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** One picture: dragged to another place, or moved by its buttons. */
export function PhotoTile({ photo, place, total, onMove, onRetry, onRemove }: PhotoTileProps) {
  const { t } = useTexts();
  const [isTarget, setIsTarget] = useState(false);
  const { key, name, src, id, error } = photo;
  const number = place + 1;
  return (
    <li
      className={classes.tile}
      data-testid="pair-photo"
      data-failed={error !== null || undefined}
      data-target={isTarget || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, key);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setIsTarget(true);
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        setIsTarget(false);
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        event.stopPropagation();
        onMove(dragged, place);
      }}
    >
      <img src={src} alt={t('knowledge.pair.photo_named', { number, name })} draggable={false} />
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      {id === null && error === null && (
        <span className={classes.veil}>
          <Loader size="sm" color="secondary" role="status" aria-label={t('dialogs.composer.uploading')} />
        </span>
      )}
      {error !== null && (
        <span className={classes.veil} title={error}>
          <ActionIcon
            size={36}
            radius="xl"
            color="secondary.1"
            aria-label={t('knowledge.pair.photo_retry', { number })}
            onClick={onRetry}
          >
            <IconRefresh size={18} />
          </ActionIcon>
        </span>
      )}
      <ActionIcon
        className={classes.remove}
        size={24}
        radius="xl"
        color="secondary.1"
        aria-label={t('knowledge.pair.photo_remove', { number })}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
      {total > 1 && (
        <div className={classes.moves}>
          <ActionIcon
            size={24}
            variant="subtle"
            color="secondary"
            disabled={place === 0}
            aria-label={t('knowledge.pair.photo_earlier', { number })}
            onClick={() => onMove(key, place - 1)}
          >
            <IconArrowLeft size={15} />
          </ActionIcon>
          <ActionIcon
            size={24}
            variant="subtle"
            color="secondary"
            disabled={place === total - 1}
            aria-label={t('knowledge.pair.photo_later', { number })}
            onClick={() => onMove(key, place + 1)}
          >
            <IconArrowRight size={15} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
