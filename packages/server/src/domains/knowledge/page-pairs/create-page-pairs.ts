import type { PagePairs, PairImportResult } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import { createAccountTurns } from '../account-turns.ts';
import { type Changed, requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { fetchNow } from '../sources/fetch-now.ts';
import { fetchPage } from '../sources/fetch-page.ts';
import { parseGoogleLink } from '../sources/google/google-link.ts';
import { parsePageLink } from '../sources/page-link.ts';
import type { SourceFault } from '../sources/source-fault.ts';
import { judgeRows, showRows } from '../spreadsheets/plan-import.ts';
import { planAgainst, takeIn } from '../spreadsheets/take-in.ts';
import type { ReadPagePairs } from './create-read-page-pairs.ts';

type PagePairsDeps = KnowledgeDeps & { fetchLink: OutboundFetch; readPagePairs: ReadPagePairs; changed: Changed };
type Place = { accountId: string; knowledgeBaseId: string };

/** Each takes a page in memory, and the process that reads it. */
const READS = { atOnce: 2, maxWaiting: 20, maxOfAccount: 3, retryAfterSeconds: 30 } as const;
/** Each takes what it has fetched; most of the time it waits for a site. */
const FETCHES = { ...READS, atOnce: 6 } as const;

/** Pairs out of the questions and answers of a page: proposed, then those that were chosen are taken. */
export function createPagePairs(deps: PagePairsDeps) {
  // Two lines: whoever waits for a slow site keeps nobody from reading.
  const turns = { fetch: createAccountTurns(FETCHES), read: createAccountTurns(READS) };
  return {
    /** Looks at a page once; nothing changes. Throws AppError in words for whoever gave the link. */
    async propose({ url, ...place }: Place & { url: string }): Promise<PagePairs> {
      const { accountId, knowledgeBaseId } = place;
      await requireBase(deps, accountId, knowledgeBaseId);
      const link = requirePage(url);
      const found = await turns.fetch(accountId, () =>
        fetchNow(() => fetchPage(deps.fetchLink, link, { etag: null, lastModified: null }), toAppError),
      );
      const { title, pairs, isCut } = await turns.read(accountId, async () => {
        const result = await deps.readPagePairs({ accountId, ...found });
        if (result.kind === 'read') return result;
        throw new AppError(result.reason === 'too_large' ? 'knowledge.page_too_large' : 'knowledge.link_no_page');
      });
      const rows = pairs.map(({ question, answer }, at) => ({ row: at + 1, question, answer, phrasings: [] }));
      const plan = await planAgainst(deps.pool, place, await judgeRows(rows));
      const shown = showRows(plan, 'whole');
      return { title, isCut, pairs: shown.map((pair) => ({ pair, isSure: pairs[pair.row - 1]?.isSure ?? false })) };
    },
    /** Takes all good ones of the chosen pairs in one transaction, and tells what became of the others. */
    async take({
      pairs,
      ...place
    }: Place & { pairs: { question: string; answer: string }[] }): Promise<PairImportResult> {
      const { accountId, knowledgeBaseId } = place;
      await requireBase(deps, accountId, knowledgeBaseId);
      const judged = await judgeRows(pairs.map((pair, at) => ({ ...pair, row: at + 1, phrasings: [] })));
      const plan = await takeIn(deps, { ...place, judged, name: null });
      const { added, changed, unchanged, skipped, importId } = plan;
      if (added.length + changed.length > 0) deps.changed(accountId, knowledgeBaseId);
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged.length,
        skipped: skipped.length,
        importId,
        rows: showRows(plan).filter(({ outcome }) => outcome === 'unchanged' || outcome === 'skipped'),
      };
    },
  };
}

export type PagePairsOfBases = ReturnType<typeof createPagePairs>;

function requirePage(url: string): string {
  if (parseGoogleLink(url) !== undefined) throw new AppError('knowledge.link_no_page');
  const page = parsePageLink(url);
  if (page === undefined) throw new AppError('knowledge.link_wrong');
  return page.link;
}

function toAppError(fault: SourceFault): AppError {
  const options = { cause: fault };
  switch (fault.reason) {
    case 'page_missing':
    case 'page_closed':
    case 'link_wrong':
      return new AppError(`knowledge.${fault.reason}`, options);
    case 'wrong_type':
    case 'no_text':
    case 'no_answers':
      return new AppError('knowledge.link_no_page', options);
    case 'too_large':
      return new AppError('knowledge.page_too_large', options);
    default:
      return new AppError('knowledge.link_unreachable', options);
  }
}
