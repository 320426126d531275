import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { createSignal } from '../../../platform/signal/signal.ts';
import { addFiles, addGoogleLink, addPage } from './add-sources.ts';
import type { SourcesDeps, SourceTools, Told } from './deps.ts';
import { getDocument } from './get-document.ts';
import { listPage, readPassages } from './list-sources.ts';
import { readAgain, removeSource, setCheck } from './manage-sources.ts';
import type { ReadingDeps } from './read-source.ts';
import { readingQueue } from './reading-queue.ts';
import { claimDue } from './source-store.ts';

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
  const tools: SourceTools = { ...deps, tell: changes.emit, enqueue: queue.enqueue };

  return {
    addFiles: (input: Input<typeof addFiles>) => addFiles(tools, input),
    addGoogleLink: (input: Input<typeof addGoogleLink>) => addGoogleLink(tools, input),
    addPage: (input: Input<typeof addPage>) => addPage(tools, input),
    page: (input: Parameters<typeof listPage>[1]) => listPage(deps, input),
    passages: (input: Parameters<typeof readPassages>[1]) => readPassages(deps, input),
    readAgain: (input: Input<typeof readAgain>) => readAgain(tools, input),
    setCheck: (input: Input<typeof setCheck>) => setCheck(tools, input),
    remove: (input: Input<typeof removeSource>) => removeSource(tools, input),
    /** Has those read whose next try or look is due; gives their number. */
    async checkDue(): Promise<number> {
      const due = await withTransaction(deps.pool, async (tx) => {
        const claimed = await claimDue.all(tx, { now: deps.clock.now(), limit: DUE_AT_ONCE });
        const jobs = claimed.map(({ accountId, id, round }) => ({ accountId, sourceId: id, round }));
        await queue.enqueueAll(jobs, { tx });
        return claimed;
      });
      for (const source of due) changes.emit(source);
      return due.length;
    },
    onChanged: changes.on,
  };
}

export type Sources = ReturnType<typeof createSources>;
