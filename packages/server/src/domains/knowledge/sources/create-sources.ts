import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { createSignal } from '../../../platform/signal/signal.ts';
import { addFiles, addGoogleLink, addPage } from './add-sources.ts';
import type { EnqueueReading, ReadJob, SourcesDeps, SourceTools, Told } from './deps.ts';
import { getDocument } from './get-document.ts';
import { listPage, readPassage, readPassages } from './list-sources.ts';
import { readAgain, removeSource, setCheck } from './manage-sources.ts';
import type { ReadingDeps } from './read-source.ts';
import { readingQueue } from './reading-queue.ts';
import { claimDue, countWaiting } from './source-store.ts';

const DUE_AT_ONCE = 50;

type Input<Action extends (tools: SourceTools, input: never) => unknown> = Parameters<Action>[1];

/** What bases are taught from besides pairs: files, pages and documents by link. */
export function createSources(deps: SourcesDeps) {
  const changes = createSignal<Told>();
  const reading: ReadingDeps = {
    ...deps,
    getDocument: (source) => getDocument(deps, source),
    tell: changes.emit,
  };
  const queue = deps.jobs.define(readingQueue(reading));
  // Whoever has many waiting lets others go first: in turn, however many they are.
  const enqueue: EnqueueReading = async (job, { tx }) => {
    const waiting = (await countWaiting.first(tx, job))?.count ?? 0;
    return await queue.enqueue(job, { tx, priority: -waiting });
  };
  const tools: SourceTools = { ...deps, tell: changes.emit, enqueue };

  return {
    addFiles: (input: Input<typeof addFiles>) => addFiles(tools, input),
    addGoogleLink: (input: Input<typeof addGoogleLink>) => addGoogleLink(tools, input),
    addPage: (input: Input<typeof addPage>) => addPage(tools, input),
    page: (input: Parameters<typeof listPage>[1]) => listPage(deps, input),
    passages: (input: Parameters<typeof readPassages>[1]) => readPassages(deps, input),
    passage: (input: Parameters<typeof readPassage>[1]) => readPassage(deps, input),
    readAgain: (input: Input<typeof readAgain>) => readAgain(tools, input),
    setCheck: (input: Input<typeof setCheck>) => setCheck(tools, input),
    remove: (input: Input<typeof removeSource>) => removeSource(tools, input),
    /** Has those read whose next try or look is due; gives their number. */
    async checkDue(): Promise<number> {
      const due = await withTransaction(deps.pool, async (tx) => {
        const claimed = await claimDue.all(tx, { now: deps.clock.now(), limit: DUE_AT_ONCE });
        const jobs = claimed.map(({ accountId, id, round }) => ({ accountId, sourceId: id, round }));
        const before = new Map<string, number>();
        const priorityOf = ({ accountId }: ReadJob) => {
          const count = (before.get(accountId) ?? 0) + 1;
          before.set(accountId, count);
          return -count;
        };
        await queue.enqueueAll(jobs, { tx, priorityOf });
        return claimed;
      });
      for (const source of due) changes.emit(source);
      return due.length;
    },
    onChanged: changes.on,
  };
}

export type Sources = ReturnType<typeof createSources>;
