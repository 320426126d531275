import { ActionIcon, Modal } from '@mantine/core';
import { IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState, type WheelEvent } from 'react';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './image-viewer.module.css';

const scales = { min: 1, max: 6, step: 1.4 } as const;

export type ImageViewerProps = { url: string; title: string; onClose: () => void };

/** A picture over the whole window: zoom by wheel, click or buttons, scroll to look around. */
export function ImageViewer({ url, title, onClose }: ImageViewerProps) {
  const { t } = useTexts();
  useReturnFocus();
  const [scale, setScale] = useState<number>(scales.min);
  const zoom = (by: number) => setScale((now) => Math.min(scales.max, Math.max(scales.min, now * by)));
  const handleWheel = (event: WheelEvent) => zoom(event.deltaY < 0 ? scales.step : 1 / scales.step);
  return (
    <Modal.Root opened fullScreen onClose={onClose}>
      <Modal.Content aria-label={title} className={classes.content}>
        <Modal.Body className={classes.body}>
          <div className={classes.bar}>
            <span className={classes.title}>{title}</span>
            <ActionIcon
              variant="subtle"
              color="secondary"
              size={44}
              aria-label={t('dialogs.media.zoom_out')}
              onClick={() => zoom(1 / scales.step)}
            >
              <IconZoomOut size={20} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="secondary"
              size={44}
              aria-label={t('dialogs.media.zoom_in')}
              onClick={() => zoom(scales.step)}
            >
              <IconZoomIn size={20} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="secondary"
              size={44}
              aria-label={t('dialogs.media.download')}
              renderRoot={(props) => <a href={url} download={title} {...props} />}
            >
              <IconDownload size={20} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="secondary"
              size={44}
              aria-label={t('shell.close')}
              onClick={onClose}
              data-autofocus
            >
              <IconX size={20} />
            </ActionIcon>
          </div>
          <div className={classes.stage} onWheel={handleWheel}>
            <button
              type="button"
              className={classes.picture}
              aria-label={t('dialogs.media.zoom_in')}
              onClick={() => setScale(scale > scales.min ? scales.min : scales.step ** 2)}
            >
              <img
                src={url}
                alt={title}
                style={{
                  maxWidth: `${scale * 100}%`,
                  maxHeight: scale === scales.min ? '100%' : 'none',
                  width: scale === scales.min ? 'auto' : `${scale * 100}%`,
                }}
              />
            </button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
