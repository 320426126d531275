import { Alert } from '@mantine/core';
import type { UndoneImport } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDayAndClock } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { describeUndone } from './describe-undo.ts';
import classes from './import-dialog.module.css';
import { lastImportQuery, UndoImport } from './undo-import.tsx';

/** What was imported last into a base, as long as it can be taken back. */
export function LastImport({ kbId }: { kbId: string }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { data: last } = useQuery(lastImportQuery(kbId));
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  if (undone !== null) {
    return (
      <Alert color="green" variant="light" role="status" mt={14}>
        {describeUndone(t, undone)}
      </Alert>
    );
  }
  if (!last) return null;
  const day = formatDayAndClock({ at: new Date(last.importedAt), now, locale });
  return (
    <div className={classes.last} data-testid="last-import">
      <p>
        {last.name === null
          ? t('knowledge.undo.last_of_page', { day })
          : t('knowledge.undo.last', { day, name: last.name })}
      </p>
      <UndoImport kbId={kbId} importId={last.id} onUndone={setUndone} />
    </div>
  );
}
