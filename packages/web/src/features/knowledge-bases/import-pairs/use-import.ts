import type { PairImportResult, SpreadsheetHeader } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';

/** A spreadsheet by its file or a link to it. */
export type Sheet = { file: File } | { url: string };

/** What was chosen where the names of columns do not say it. */
export type SheetColumns = {
  sheet?: string;
  questionColumn?: number;
  answerColumn?: number;
  phrasingsColumn?: number;
  isFirstRowPair?: boolean;
};

export type Asked = { sheet: Sheet; columns: SheetColumns };

/** What a spreadsheet holds; `plan`: what would become of its rows, where it has the columns. */
export type Looked = Asked & { header: SpreadsheetHeader; plan: PairImportResult | null };

/** The steps of an import: a spreadsheet is looked at, then taken in. Nothing changes before the second. */
export function useImport(kbId: string) {
  const [asked, setAsked] = useState(0);
  const look = useMutation({
    mutationFn: async ({ sheet, columns }: Asked): Promise<Looked> => {
      const input = { ...sheet, ...columns };
      const header = await api.spreadsheets.checkHeader(input);
      const plan =
        header.missing.length > 0
          ? null
          : await api.spreadsheets.importPairs({ kbId, ...input, check: true, shownHash: header.hash });
      return { sheet, columns, header, plan };
    },
  });
  // What is on the screen stays there while other columns of the same sheet are looked at.
  const [shown, setShown] = useState<Looked | null>(null);
  const lookAt = (asked: Asked) => look.mutate(asked, { onSuccess: setShown });
  const run = useMutation({
    mutationFn: ({ sheet, columns, header }: Looked) =>
      api.spreadsheets.importPairs({ kbId, ...sheet, ...columns, check: false, shownHash: header.hash }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  });
  return {
    look,
    lookAt,
    shown,
    run,
    /** Counts how often another spreadsheet was asked for. */
    asked,
    /** Looks at the same spreadsheet once more, against what the base holds now. */
    recheck: () => {
      run.reset();
      if (look.variables !== undefined) lookAt(look.variables);
    },
    again: () => {
      look.reset();
      run.reset();
      setShown(null);
      setAsked(asked + 1);
    },
  };
}
