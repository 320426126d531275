import { Button, FileButton, TextInput } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { readsPicturesQuery } from '../api/sources-query.ts';
import { AddLink } from './add-link.tsx';
import classes from './add-sources.module.css';
import { describeBounds } from './file-bounds.ts';
import { offerEndings } from './judge-files.ts';

export type AddSourcesProps = {
  baseId: string;
  /** What the next files or links are about. */
  hint: string;
  onHint: (hint: string) => void;
  onFiles: ((files: readonly File[]) => void) | null;
  canAddLinks: boolean;
};

/** Files and links are added here; the words that help to find them come first, for a file leaves once it is chosen. */
export function AddSources({ baseId, hint, onHint, onFiles, canAddLinks }: AddSourcesProps) {
  const { t } = useTexts();
  return (
    <Panel title={t('sources.add.title')}>
      <TextInput
        mt={12}
        label={t('sources.add.hint')}
        description={t('sources.add.hint_why')}
        placeholder={t('sources.add.hint_example')}
        maxLength={limits.nameText}
        value={hint}
        onChange={(event) => onHint(event.currentTarget.value)}
      />
      <div className={classes.ways}>
        {onFiles !== null && <ChooseFiles baseId={baseId} onFiles={onFiles} />}
        {canAddLinks && (
          <div className={classes.fields}>
            <AddLink baseId={baseId} hint={hint.trim()} onAdded={() => onHint('')} />
          </div>
        )}
      </div>
    </Panel>
  );
}

type ChooseFilesProps = { baseId: string; onFiles: (files: readonly File[]) => void };

function ChooseFiles({ baseId, onFiles }: ChooseFilesProps) {
  const { t } = useTexts();
  const { data: readsPictures = false } = useQuery(readsPicturesQuery(baseId));
  const formats = readsPictures ? 'sources.add.formats_pictures' : 'sources.add.formats';
  // The same file can be chosen once more, when it has changed.
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    onFiles(files);
    reset.current?.();
  };
  return (
    <div className={classes.files}>
      <FileButton multiple accept={offerEndings(readsPictures)} onChange={take} resetRef={reset}>
        {(props) => (
          <Button {...props} leftSection={<IconFileUpload size={18} stroke={1.8} />}>
            {t('sources.add.choose')}
          </Button>
        )}
      </FileButton>
      <span className={classes.drop}>{t('sources.add.drop')}</span>
      <span className={classes.formats}>{t(formats, describeBounds())}</span>
      <span className={classes.formats}>{t('sources.add.replace')}</span>
    </div>
  );
}
