import type { PairImportResult, UndoneImport } from '@otvet/contract';
import { useTexts } from '../../../platform/texts/texts.ts';
import { UndoImport } from './undo-import.tsx';

type UndoOfResultProps = { kbId: string; result: PairImportResult; onUndone: (undone: UndoneImport) => void };

/** The way back from an import that has just ended; nothing where it changed nothing. */
export function UndoOfResult({ kbId, result, onUndone }: UndoOfResultProps) {
  const { t } = useTexts();
  const { importId, added, changed } = result;
  if (importId === null) return null;
  return (
    <UndoImport kbId={kbId} last={{ id: importId, added, changed, kept: 0 }} onUndone={onUndone}>
      {t('knowledge.undo.not_that')}
    </UndoImport>
  );
}
