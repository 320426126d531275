import type { UndoneImport } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { withinMemory } from '../within-memory.ts';
import { changeAnswers } from './import-store.ts';
import { inParts } from './in-parts.ts';
import { deletePairs, findImport, forgetImport, listImported } from './undo-store.ts';

type Place = { accountId: string; knowledgeBaseId: string };

/**
 * Takes the last import into a base back: what it added goes, what it changed is as before. What somebody changed since then
 * stays. Throws `knowledge.import_gone` where it is not the last one any more, or nothing of it stands, and
 * `knowledge.undo_memory` where the former answers no longer fit.
 */
export async function undoImport(deps: KnowledgeDeps, place: Place, importId: string): Promise<UndoneImport> {
  const { accountId, knowledgeBaseId } = place;
  const undone = withinMemory(deps, accountId, async (tx) => {
    const last = await findImport.first(tx, place);
    if (last?.id !== importId || last.added + last.changed === 0) throw new AppError('knowledge.import_gone');
    const now = deps.clock.now();
    const imported = await listImported.all(tx, place);
    const added = imported.filter(({ formerAnswer }) => formerAnswer === null);
    const changed = imported.filter(({ formerAnswer }) => formerAnswer !== null);
    for (const pairs of inParts(added)) await deletePairs.run(tx, { ...place, ids: pairs.map(({ id }) => id), now });
    for (const pairs of inParts(changed)) {
      await changeAnswers.run(tx, {
        ...place,
        ids: pairs.map(({ id }) => id),
        answers: pairs.map(({ formerAnswer }) => formerAnswer ?? ''),
        phrasings: pairs.map(({ formerPhrasings }) => formerPhrasings ?? ''),
        memory: pairs.map(({ formerMemory }) => formerMemory ?? 0),
        now,
      });
    }
    await forgetImport.run(tx, place);
    const undone = { removed: added.length, restored: changed.length, kept: last.kept };
    const details = { removed: `${undone.removed}`, restored: `${undone.restored}`, kept: `${undone.kept}` };
    const object = `knowledge base:${knowledgeBaseId}`;
    await createAudit(deps).record({ accountId, action: 'knowledge.import_undone', object, details }, tx);
    return undone;
  });
  return await undone.catch((error: unknown) => {
    const isFull = error instanceof AppError && error.code === 'knowledge.memory_limit';
    throw isFull ? new AppError('knowledge.undo_memory', { cause: error }) : error;
  });
}
