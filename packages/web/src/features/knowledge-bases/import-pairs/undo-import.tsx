import { Button } from '@mantine/core';
import type { LastImport, UndoneImport } from '@otvet/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';
import { describeUndo } from './describe-undo.ts';

/** The last import into a base: its spreadsheet, or its page. */
export const lastImportQuery = (kbId: string) =>
  queryOptions({
    queryKey: ['knowledge-bases', 'last-import', kbId],
    queryFn: async () => (await api.spreadsheets.lastImport({ kbId })).last,
  });

type UndoImportProps = { kbId: string; importId: string | null; onUndone: (undone: UndoneImport) => void };

/** Takes an import back, after a question; nothing where it is no longer the last one. */
export function UndoImport({ kbId, importId, onUndone }: UndoImportProps) {
  const { t } = useTexts();
  const { data: last } = useQuery({ ...lastImportQuery(kbId), enabled: importId !== null });
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    mutationFn: ({ id }: LastImport) => api.spreadsheets.undoImport({ kbId, importId: id }),
    onSuccess: onUndone,
    onError: showErrorToast,
    onSettled: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
    },
  });
  if (!last || last.id !== importId) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="secondary"
        size="sm"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('knowledge.undo.open')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('knowledge.undo.title')}
          text={describeUndo(t, last)}
          confirmLabel={t('knowledge.undo.open')}
          cancelLabel={t('knowledge.undo.leave')}
          isBusy={undo.isPending}
          onConfirm={() => undo.mutate(last)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
