import { Alert, Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { isSheetName, limits } from '@otvet/contract/values';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { KnowledgeHelpLink } from '../../../components/ui/help-link.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import classes from './import-dialog.module.css';
import { LastImport } from './last-import.tsx';
import type { Sheet } from './use-import.ts';

export type SheetChoiceProps = {
  kbId: string;
  isLooking: boolean;
  error: unknown;
  onChoose: (sheet: Sheet) => void;
  onClose: () => void;
};

/** A spreadsheet to import: its file, dropped or chosen, or a link to it. */
export function SheetChoice({ kbId, isLooking, error, onChoose, onClose }: SheetChoiceProps) {
  const { t } = useTexts();
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const take = (files: FileList | null) => {
    const [chosen] = files ?? [];
    if (chosen === undefined) return;
    if (!isSheetName(chosen.name)) return setFault(t('knowledge.import.wrong_type'));
    if (chosen.size > limits.sourceBytes) return setFault(t('errors.files.too_large'));
    setFault(null);
    setFile(chosen);
    setUrl('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null && url.trim() === '') return setFault(t('errors.knowledge.file_or_link'));
    setFault(null);
    onChoose(file === null ? { url: url.trim() } : { file });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.intro}>
        {t('knowledge.import.intro')} <KnowledgeHelpLink />
      </p>
      <DropPlace file={file} onTake={take} onClear={() => setFile(null)} />
      <div className={classes.or}>{t('knowledge.import.or')}</div>
      <TextInput
        label={t('knowledge.import.link')}
        description={t('knowledge.import.link_hint')}
        placeholder="https://docs.google.com/spreadsheets/d/…"
        inputMode="url"
        value={url}
        disabled={file !== null}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setFault(null);
        }}
      />
      {(fault !== null || error !== null) && (
        <Alert color="red" variant="light" role="alert" p="10px 12px" mt={14}>
          {fault ?? errorText(error)}
        </Alert>
      )}
      <LastImport kbId={kbId} />
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        <Button color="secondary.1" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <BusyButton type="submit" loading={isLooking}>
          {t('knowledge.import.look')}
        </BusyButton>
      </Group>
      <VisuallyHidden role="status">{isLooking && t('knowledge.import.looking')}</VisuallyHidden>
    </form>
  );
}

type DropPlaceProps = { file: File | null; onTake: (files: FileList | null) => void; onClear: () => void };

function DropPlace({ file, onTake, onClear }: DropPlaceProps) {
  const { t } = useTexts();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useStepFocus<HTMLButtonElement>();
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way to what the button does
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onTake(event.dataTransfer.files);
      }}
    >
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      {file === null ? (
        <p>
          <span className={classes.dragged}>{t('knowledge.import.drop')} </span>
          {t('knowledge.import.formats')}
        </p>
      ) : (
        <p className={classes.file}>{file.name}</p>
      )}
      <Group gap={8} justify="center">
        <Button ref={choose} color="secondary.1" size="sm" data-autofocus onClick={() => chooser.current?.click()}>
          {t(file === null ? 'knowledge.import.choose' : 'knowledge.import.choose_another')}
        </Button>
        {file !== null && (
          <Button variant="subtle" color="secondary" size="sm" leftSection={<IconX size={15} />} onClick={onClear}>
            {t('knowledge.import.clear')}
          </Button>
        )}
      </Group>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.xls,.xlsx"
        aria-label={t('knowledge.import.choose')}
        onChange={({ currentTarget }) => {
          onTake(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
