import type { LastImport, UndoneImport } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

/** What becomes of the base where an import is taken back. */
export function describeUndo(
  t: Translate,
  { added, changed, kept }: Pick<LastImport, 'added' | 'changed' | 'kept'>,
): string {
  const parts = [
    added > 0 && t('knowledge.undo.removes', { count: added }),
    changed > 0 && t('knowledge.undo.restores', { count: changed }),
    kept > 0 && t('knowledge.undo.keeps', { count: kept }),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** What became of it, in words: only what happened. */
export function describeUndone(t: Translate, { removed, restored, kept }: UndoneImport): string {
  const parts = [
    removed > 0 && t('knowledge.undo.removed', { count: removed }),
    restored > 0 && t('knowledge.undo.restored', { count: restored }),
    kept > 0 && t('knowledge.undo.kept', { count: kept }),
  ];
  return [t('knowledge.undo.done'), ...parts.filter((part) => part !== false)].join(' ');
}
