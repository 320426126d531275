import { hash } from 'node:crypto';
import {
  dialogUniqueId,
  foldQuestion,
  limits,
  type UnansweredQuestion,
  type UnansweredQuestions,
} from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { listQuestionsAsked } from '../pairs/asked-store.ts';
import { hideQuestion, listHidden, showQuestion } from './hidden-store.ts';

export type Unanswered = { chatId: string; channelId: string; question: string; at: Date };
type Asked = { accountId: string; channelIds: string[]; since: Date };
/** Of dialogs: what customers asked and the assistant did not know, the newest first. */
export type ReadUnanswered = (input: Asked) => Promise<Unanswered[]>;
type Base = { accountId: string; knowledgeBaseId: string };

const LATELY_MS = 30 * 86_400_000;
const MAX_LISTED = 100;
const MAX_HIDDEN = 10_000;
const EMOJI = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu;

export type UnansweredDeps = KnowledgeDeps & { unanswered: ReadUnanswered; noteChanged(base: Base): void };

/** What customers asked and a base lacks: no pair of it is asked the same. */
export function createUnanswered(deps: UnansweredDeps) {
  const { pool, clock } = deps;

  async function list({ accountId, knowledgeBaseId }: Base): Promise<UnansweredQuestions> {
    const { channels } = await requireBase(deps, accountId, knowledgeBaseId);
    const since = new Date(clock.now().getTime() - LATELY_MS);
    const channelIds = channels.map(({ id }) => id);
    const asked = channels.length === 0 ? [] : await deps.unanswered({ accountId, channelIds, since });
    const questions = groupSame(asked);
    if (questions.length === 0) return { count: 0, questions: [], hidden: [] };
    const known = await listQuestionsAsked.all(pool, {
      ...{ accountId, knowledgeBaseId },
      questions: questions.map(({ question }) => withoutEmoji(question)),
    });
    const places = new Set(known.map(({ place }) => place - 1));
    const open = questions.filter((_, at) => !places.has(at));
    const fingerprints = open.map(({ fingerprint }) => fingerprint);
    const hidden = new Set(
      (await listHidden.all(pool, { accountId, knowledgeBaseId, fingerprints })).map(({ fingerprint }) => fingerprint),
    );
    const shown = open.filter(({ fingerprint }) => !hidden.has(fingerprint));
    return {
      count: shown.length,
      questions: shown.slice(0, MAX_LISTED),
      hidden: open.filter(({ fingerprint }) => hidden.has(fingerprint)).slice(0, MAX_LISTED),
    };
  }

  return {
    list,
    /** Puts a question away for good, whoever asks it again, or lists it again. */
    async setHidden({
      fingerprint,
      isHidden,
      ...base
    }: Base & { fingerprint: string; isHidden: boolean }): Promise<UnansweredQuestions> {
      await requireBase(deps, base.accountId, base.knowledgeBaseId);
      await withTransaction(pool, async (tx) => {
        if (isHidden) await hideQuestion.run(tx, { ...base, fingerprint, now: clock.now(), max: MAX_HIDDEN - 1 });
        else await showQuestion.run(tx, { ...base, fingerprint });
        const { accountId, knowledgeBaseId } = base;
        const entry = {
          accountId,
          action: 'knowledge.question_hidden' as const,
          object: `knowledge base:${knowledgeBaseId}`,
        };
        await createAudit(deps).record({ ...entry, details: { isHidden: String(isHidden) } }, tx);
      });
      deps.noteChanged(base);
      return await list(base);
    },
  };
}

export type UnansweredOfBases = ReturnType<typeof createUnanswered>;

/** Pure: the same words are one question, the newest first. */
export function groupSame(asked: readonly Unanswered[]): UnansweredQuestion[] {
  const groups = new Map<string, UnansweredQuestion>();
  for (const { question, at, ...dialog } of asked) {
    const key = foldQuestion(withoutEmoji(question));
    const group = groups.get(key);
    if (group) group.count += 1;
    else {
      const shown = question.slice(0, limits.questionText).toWellFormed();
      const fingerprint = hash('sha256', key, 'base64url');
      const uniqueId = dialogUniqueId(dialog);
      groups.set(key, { fingerprint, question: shown, count: 1, lastAt: at.toISOString(), uniqueId });
    }
  }
  return [...groups.values()];
}

const withoutEmoji = (text: string): string => text.replaceAll(EMOJI, ' ').trim();
