import type { PairImportResult, SpreadsheetHeader } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';

/** A spreadsheet by its file or a link to it. */
export type Sheet = { file: File } | { url: string };

/** What a spreadsheet holds; `plan`: what would become of its rows, where it has the columns. */
export type Looked = { sheet: Sheet; header: SpreadsheetHeader; plan: PairImportResult | null };

/** The steps of an import: a spreadsheet is looked at, then taken in. Nothing changes before the second. */
export function useImport(kbId: string) {
  const [asked, setAsked] = useState(0);
  const look = useMutation({
    mutationFn: async (sheet: Sheet): Promise<Looked> => {
      const header = await api.spreadsheets.checkHeader(sheet);
      const plan =
        header.missing.length > 0 ? null : await api.spreadsheets.importPairs({ kbId, ...sheet, check: true });
      return { sheet, header, plan };
    },
  });
  const run = useMutation({
    mutationFn: (sheet: Sheet) => api.spreadsheets.importPairs({ kbId, ...sheet, check: false }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  });
  return {
    look,
    run,
    /** Counts how often another spreadsheet was asked for. */
    asked,
    /** Looks at the same spreadsheet once more, against what the base holds now. */
    recheck: () => {
      run.reset();
      if (look.variables !== undefined) look.mutate(look.variables);
    },
    again: () => {
      look.reset();
      run.reset();
      setAsked(asked + 1);
    },
  };
}
