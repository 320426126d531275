import { Alert, Button, Group } from '@mantine/core';
import type { LastImport, UndoneImport } from '@otvet/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { isRefusal } from '../../../platform/api/is-refusal.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import { describeUndo } from './describe-undo.ts';
import classes from './import-dialog.module.css';

type UndoImportProps = {
  kbId: string;
  /** What can be taken back. */
  last: Pick<LastImport, 'id' | 'added' | 'changed' | 'kept'>;
  /** What was imported, where nothing beside it says so. */
  children?: React.ReactNode;
  onUndone: (undone: UndoneImport) => void;
};

/** Takes the last import of a base back, after a question in its place. */
export function UndoImport({ kbId, last, children, onUndone }: UndoImportProps) {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    mutationFn: () => api.spreadsheets.undoImport({ kbId, importId: last.id }),
    onSuccess: onUndone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  });
  if (isAsking) {
    return (
      <UndoQuestion
        text={describeUndo(t, last)}
        error={undo.error}
        isBusy={undo.isPending}
        onConfirm={() => undo.mutate()}
        onLeave={() => setAsking(false)}
      />
    );
  }
  return (
    <div className={classes.last} data-testid="last-import">
      <p>{children}</p>
      <Button
        variant="subtle"
        color="secondary"
        size="sm"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('knowledge.undo.open')}
      </Button>
    </div>
  );
}

type UndoQuestionProps = {
  text: string;
  error: unknown;
  isBusy: boolean;
  onConfirm: () => void;
  onLeave: () => void;
};

function UndoQuestion({ text, error, isBusy, onConfirm, onLeave }: UndoQuestionProps) {
  const { t } = useTexts();
  const leave = useStepFocus<HTMLButtonElement>();
  return (
    <section className={classes.last} aria-label={t('knowledge.undo.title')}>
      <p>
        <b>{t('knowledge.undo.title')}</b> {text} {t('knowledge.undo.for_good')}
      </p>
      {error !== null && (
        <Alert color="red" variant="light" role="alert" w="100%">
          {isRefusal(error) ? errorText(error) : t('knowledge.undo.connection_lost')}
        </Alert>
      )}
      <Group gap={8} className={classes.choices}>
        <Button ref={leave} variant="default" size="sm" disabled={isBusy} onClick={onLeave}>
          {t('knowledge.undo.leave')}
        </Button>
        <BusyButton color="red" size="sm" loading={isBusy} onClick={onConfirm}>
          {t('knowledge.undo.open')}
        </BusyButton>
      </Group>
    </section>
  );
}
