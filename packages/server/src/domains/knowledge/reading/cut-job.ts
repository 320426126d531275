import type { ReportProgress } from '../../../platform/confined/index.ts';
import { looksLikeTalk } from './chats/looks-like-talk.ts';
import { cutPassages } from './cut-passages.ts';
import type { CutResult, PassageDraft } from './document.ts';
import { packPassages } from './pack-passages.ts';
import { type ReadTask, run as readDocument } from './read-job.ts';
import { readingLimits } from './reading-limits.ts';

export type PackedResult =
  | (Omit<Extract<CutResult, { kind: 'read' }>, 'passages'> & { packs: Uint8Array[] })
  | Extract<CutResult, { kind: 'refused' }>;

/** Runs in the confined process: cutting a book takes a while, and the server has others to serve. */
export async function run(bytes: Buffer, task: ReadTask, report: ReportProgress): Promise<PackedResult> {
  const result = await cutDocument(bytes, task, report);
  if (result.kind === 'refused') return result;
  const { passages, ...about } = result;
  return { ...about, packs: packPassages(passages) };
}

export async function cutDocument(bytes: Buffer, task: ReadTask, report: ReportProgress): Promise<CutResult> {
  const result = await readDocument(bytes, task, report);
  if (result.kind === 'refused') return result;
  const { title, language, pages, unreadPages, isChat = false } = result.document;
  const passages = cutPassages(result.document);
  if (countCharacters(passages, title) > readingLimits.passageCharacters)
    return { kind: 'refused', reason: 'too_large' };
  const isConversation = isChat || looksLikeTalk(wordsOf(passages, title));
  return { kind: 'read', document: { title, language, pages, unreadPages, isConversation }, passages };
}

/** All that is told of it: what stands above passages once, before the first of them. */
function wordsOf(passages: readonly PassageDraft[], title: string | null): string[] {
  const above = new Set<string>();
  return passages.flatMap(({ trail, text, place: { sheet = '' } }) => {
    const fresh = [title ?? '', sheet, ...trail].filter((words) => !above.has(words));
    for (const words of fresh) above.add(words);
    return [...fresh, text];
  });
}

/** What each passage takes besides its texts. */
const OF_A_PASSAGE = 50;

/** What the server stores: each passage with all that stands above it, or with the title where nothing does. */
function countCharacters(passages: PassageDraft[], title: string | null): number {
  return passages.reduce((sum, { trail, text, place: { sheet = '', anchor = '' } }) => {
    const above = trail.length === 0 ? [title ?? ''] : trail;
    const texts = [...above, text, sheet, anchor];
    return texts.reduce((all, { length }) => all + length, sum + OF_A_PASSAGE);
  }, 0);
}
