import { Alert, Button, Group, NativeSelect, Progress, Stack, Textarea } from '@mantine/core';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { DraftLine } from '../../../components/unsaved/draft-line.tsx';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';
import type { PastedForm } from '../model/read-pasted.ts';
import classes from './paste-dialog.module.css';
import { PastedList } from './pasted-list.tsx';
import { usePasted } from './use-pasted.ts';
import { useSavePasted } from './use-save-pasted.ts';

const forms = ['tabs', 'semicolons', 'commas', 'blocks'] as const satisfies readonly PastedForm[];

/** Many answers at once, out of a table or a text: what was understood is shown before anything is saved. */
export function PasteDialog({ kbId, onClose }: { kbId: string; onClose: () => void }) {
  const { t } = useTexts();
  const pasted = usePasted(kbId);
  const save = useSavePasted(kbId, pasted.noteSaved);
  const guard = useLeaveGuard({ isChanged: pasted.isChanged, discard: pasted.discard });
  const ready = pasted.rows.filter(({ fault, isSaved }) => fault === null && !isSaved);
  const faulty = pasted.rows.filter(({ fault }) => fault !== null);
  const isBusy = save.isPending || (pasted.isReading && pasted.text !== '');
  const start = () =>
    save.mutate(ready, {
      onSuccess: (count) => {
        if (faulty.length > 0) return;
        guard.release();
        pasted.discard();
        onClose();
        showToast({ kind: 'success', message: t('knowledge.many.added', { count }) });
      },
    });
  return (
    <GuardedModal guard={guard} onClose={onClose} size={760} title={t('knowledge.many.title')}>
      <Stack gap={14}>
        <DraftLine restoredFrom={pasted.restoredFrom} onDiscard={pasted.discard} />
        <Textarea
          label={t('knowledge.many.text')}
          description={t('knowledge.many.hint')}
          placeholder={t('knowledge.many.example')}
          rows={7}
          data-autofocus
          classNames={{ input: classes.text ?? '' }}
          value={pasted.text}
          error={pasted.isTooLong ? t('knowledge.many.too_long') : null}
          onChange={(event) => pasted.write(event.currentTarget.value)}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            if (!isBusy && ready.length > 0) start();
          }}
        />
        {pasted.rows.length > 0 && (
          <>
            <NativeSelect
              label={t('knowledge.many.form')}
              value={pasted.form}
              onChange={({ currentTarget }) =>
                pasted.chooseForm(forms.find((form) => form === currentTarget.value) ?? null)
              }
              data={forms.map((form) => ({ value: form, label: t(`knowledge.many.form.${form}`) }))}
            />
            <PastedList rows={pasted.rows} />
          </>
        )}
        {save.isPending && (
          <Progress.Root size={6} role="status" aria-label={t('knowledge.many.saving')}>
            <Progress.Section value={(save.done / Math.max(1, save.done + ready.length)) * 100} />
          </Progress.Root>
        )}
        {save.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorText(save.error)} {save.done > 0 && t('knowledge.many.partly', { count: save.done })}
          </Alert>
        )}
        {save.isSuccess && faulty.length > 0 && (
          <Alert color="amber" variant="light" role="status">
            {t('knowledge.many.added', { count: save.data })}. {t('knowledge.many.rest', { count: faulty.length })}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt={20}>
        <Button color="secondary.1" onClick={() => guard.leave(onClose)}>
          {t(save.isSuccess ? 'shell.close' : 'shell.cancel')}
        </Button>
        <BusyButton loading={isBusy} disabled={ready.length === 0} onClick={start}>
          {ready.length === 0 ? t('knowledge.many.nothing') : t('knowledge.many.save', { count: ready.length })}
        </BusyButton>
      </Group>
    </GuardedModal>
  );
}
