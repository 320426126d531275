import type { UndoneImport } from '@otvet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { formatDayAndClock } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { UndoImport } from './undo-import.tsx';
import { UndoneNotice } from './undone.tsx';

/** The last import into a base: its spreadsheet, or its page. */
const lastImportQuery = (kbId: string) =>
  queryOptions({
    queryKey: ['knowledge-bases', 'last-import', kbId],
    queryFn: async () => (await api.spreadsheets.lastImport({ kbId })).last,
    staleTime: 0,
  });

/** What was imported last into a base, as long as it can be taken back. */
export function LastImport({ kbId }: { kbId: string }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { data: last } = useQuery(lastImportQuery(kbId));
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  if (undone !== null) return <UndoneNotice undone={undone} mt={16} />;
  if (!last) return null;
  const day = formatDayAndClock({ at: new Date(last.importedAt), now, locale });
  return (
    <UndoImport kbId={kbId} last={last} onUndone={setUndone}>
      {last.name === null
        ? t('knowledge.undo.last_of_page', { day })
        : t('knowledge.undo.last', { day, name: last.name })}
    </UndoImport>
  );
}
