import { Alert, Button, Group } from '@mantine/core';
import type { UndoneImport } from '@otvet/contract';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import { describeUndone } from './describe-undo.ts';
import classes from './import-dialog.module.css';

/** The last step of an import that was taken back at once. */
export function Undone({ undone, onClose }: { undone: UndoneImport; onClose: () => void }) {
  const { t } = useTexts();
  const summary = useStepFocus<HTMLDivElement>();
  return (
    <>
      <Alert ref={summary} tabIndex={-1} color="green" variant="light" role="status">
        <b>{describeUndone(t, undone)}</b>
      </Alert>
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </Group>
    </>
  );
}
