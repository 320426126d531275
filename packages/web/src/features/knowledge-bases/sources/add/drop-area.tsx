import { Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../../../platform/texts/texts.ts';
import classes from './add-sources.module.css';

type DropAreaProps = {
  /** Null: nothing may be dropped. */
  onDrop: ((files: File[]) => void) | null;
  children: ReactNode;
};

/** Takes files that are dropped anywhere on it, and says so while they are over it. */
export function DropArea({ onDrop, children }: DropAreaProps) {
  const { t } = useTexts();
  // A drag enters and leaves each element on its way.
  const [depth, setDepth] = useState(0);
  if (onDrop === null) return <Stack gap={16}>{children}</Stack>;
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const take = (event: DragEvent) => {
    setDepth(0);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    onDrop([...event.dataTransfer.files]);
  };
  return (
    <Stack
      gap={16}
      className={classes.area}
      onDragEnter={(event) => holdsFiles(event) && setDepth((before) => before + 1)}
      onDragLeave={(event) => holdsFiles(event) && setDepth((before) => Math.max(0, before - 1))}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={take}
      data-testid="drop-area"
    >
      {children}
      {depth > 0 && (
        <div className={classes.dropping}>
          <IconUpload size={28} stroke={1.8} aria-hidden />
          {t('sources.add.drop_now')}
        </div>
      )}
    </Stack>
  );
}
