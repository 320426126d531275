import { Alert, Button, Group } from '@mantine/core';
import type { UndoneImport } from '@otvet/contract';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import { describeUndone } from './describe-undo.ts';
import classes from './import-dialog.module.css';

/** What became of an import that was taken back; it takes the focus of the button that is gone. */
export function UndoneNotice({ undone, mt = 0 }: { undone: UndoneImport; mt?: number }) {
  const { t } = useTexts();
  const place = useStepFocus<HTMLDivElement>();
  return (
    <Alert ref={place} tabIndex={-1} color="green" variant="light" role="status" mt={mt}>
      {describeUndone(t, undone)}
    </Alert>
  );
}

/** The last step of an import that was taken back at once. */
export function Undone({ undone, onClose }: { undone: UndoneImport; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <>
      <UndoneNotice undone={undone} />
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </Group>
    </>
  );
}
