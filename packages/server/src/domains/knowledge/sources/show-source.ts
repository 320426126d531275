import type { KnowledgeSource } from '@otvet/contract';
import type { SourceRow } from './source-store.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** A source as the API shows it. */
export function showSource(row: SourceRow): KnowledgeSource {
  const { changedAt, added, removed } = row;
  return {
    id: row.id,
    knowledgeBaseId: row.knowledgeBaseId,
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    link: row.link,
    state: row.state,
    reason: row.reason,
    progress: { done: row.pagesDone, total: row.pagesTotal },
    attempts: row.attempts,
    nextTryAt: iso(row.dueAt),
    version: row.version,
    title: row.title,
    language: row.language,
    passages: row.passages,
    unreadPages: row.unreadPages,
    isHeld: row.conversation === 'held',
    change: changedAt && { added, removed, at: changedAt.toISOString() },
    checkEvery: row.checkEvery,
    checkedAt: iso(row.checkedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
