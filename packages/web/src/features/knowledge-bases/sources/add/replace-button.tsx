import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { readsPicturesQuery } from '../api/sources-query.ts';
import { judgeFiles, offerEndings } from './judge-files.ts';
import { sending } from './send-files.ts';
import { type SendingFile, useSendingFiles } from './sending-store.ts';

type Replaced = { sourceId: string; baseId: string };

/** The file that is sent in the place of a source, or was refused. */
export function useReplacing({ sourceId, baseId }: Replaced): SendingFile[] {
  return useSendingFiles(sending, baseId).filter(({ replaces }) => replaces === sourceId);
}

type ReplaceButtonProps = Replaced & ButtonProps & { label: string; 'aria-label'?: string };

/** Chooses a file that takes the place of a source, whatever its name. */
export function ReplaceButton({ sourceId, baseId, label, ...look }: ReplaceButtonProps) {
  const { data: readsPictures = false } = useQuery(readsPicturesQuery(baseId));
  const files = useReplacing({ sourceId, baseId });
  // The same file can be chosen once more, when it has changed.
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (file === null) return;
    for (const { key, state } of files) if (state === 'refused') sending.dismiss(key);
    void sending.add(judgeFiles([file]), { baseId, hint: '', replaces: sourceId });
    reset.current?.();
  };
  return (
    <FileButton accept={offerEndings(readsPictures)} onChange={take} resetRef={reset}>
      {(props) => (
        <Button variant="default" size="xs" {...look} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
