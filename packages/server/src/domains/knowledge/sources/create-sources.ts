import { isPictureName, limits } from '@otvet/contract';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { createSignal } from '../../../platform/signal/signal.ts';
import { createSetBackWatch } from '../../../platform/time/set-back.ts';
import { createSearchTexts } from '../search-turns.ts';
import { addFiles, addGoogleLink, addPage } from './add-sources.ts';
import type { EnqueueReading, ReadJob, SourcesDeps, SourceTools, SourceToRead, Told } from './deps.ts';
import { getDocument } from './get-document.ts';
import { listPage, readPassage, readPassages } from './list-sources.ts';
import { readAgain, removeSource, setCheck } from './manage-sources.ts';
import { createPictureDays } from './pictures/create-picture-days.ts';
import type { ReadingDeps } from './read-source.ts';
import { linkQueue, pictureQueue, readingQueue } from './reading-queue.ts';
import { claimDue, countWaiting, planAnew } from './source-store.ts';

const DUE_AT_ONCE = 50;

/** Behind whatever people ask for, whose place is how many wait: at most a thousand of these are counted. */
const DUE_PRIORITY = -1000;
const LINES = ['documents', 'links', 'pictures'] as const;

function lineOf({ kind, name }: SourceToRead): (typeof LINES)[number] {
  if (kind !== 'file') return 'links';
  return isPictureName(name) ? 'pictures' : 'documents';
}

const toJob = ({ accountId, id, round, isByClock = false }: SourceToRead): ReadJob => ({
  ...{ accountId, sourceId: id, round, isByClock },
});

type Input<Action extends (tools: SourceTools, input: never) => unknown> = Parameters<Action>[1];

/** What bases are taught from besides pairs: files, pages and documents by link. */
export function createSources(deps: SourcesDeps) {
  const changes = createSignal<Told>();
  const searchTexts = deps.searchTexts ?? createSearchTexts(deps);
  const reading: ReadingDeps = {
    ...deps,
    pictureDays: createPictureDays(deps, deps.picturesPerDay ?? limits.picturesPerDay),
    getDocument: (source) => getDocument(deps, source),
    tell: changes.emit,
  };
  const queues = {
    documents: deps.jobs.define(readingQueue(reading)),
    links: deps.jobs.define(linkQueue(reading)),
    pictures: deps.jobs.define(pictureQueue(reading)),
  };
  // Whoever has many waiting lets others go first: in turn, however many they are.
  const enqueue: EnqueueReading = async (source, { tx }) => {
    const waiting = (await countWaiting.first(tx, { ...source, isFile: source.kind === 'file' }))?.count ?? 0;
    return await queues[lineOf(source)].enqueue(toJob(source), { tx, priority: -waiting });
  };
  const tools: SourceTools = { ...deps, tell: changes.emit, enqueue };
  const planAfterSetBack = createSetBackWatch((now) => planAnew.run(deps.pool, { now }));

  return {
    addFiles: (input: Input<typeof addFiles>) => addFiles(tools, input),
    addGoogleLink: (input: Input<typeof addGoogleLink>) => addGoogleLink(tools, input),
    addPage: (input: Input<typeof addPage>) => addPage(tools, input),
    page: (input: Parameters<typeof listPage>[1]) => listPage(deps, input),
    passages: (input: Parameters<typeof readPassages>[1]) => readPassages({ ...deps, searchTexts }, input),
    passage: (input: Parameters<typeof readPassage>[1]) => readPassage(deps, input),
    readAgain: (input: Input<typeof readAgain>) => readAgain(tools, input),
    setCheck: (input: Input<typeof setCheck>) => setCheck(tools, input),
    remove: (input: Input<typeof removeSource>) => removeSource(tools, input),
    /** Has those read whose next try or look is due; gives their number. */
    async checkDue(): Promise<number> {
      const now = deps.clock.now();
      await planAfterSetBack(now);
      const due = await withTransaction(deps.pool, async (tx) => {
        const claimed = await claimDue.all(tx, { now, limit: DUE_AT_ONCE });
        const before = new Map<string, number>();
        const priorityOf = ({ accountId }: ReadJob) => {
          const count = (before.get(accountId) ?? 0) + 1;
          before.set(accountId, count);
          return DUE_PRIORITY - count;
        };
        for (const line of LINES) {
          const jobs = claimed.filter((source) => lineOf(source) === line).map(toJob);
          if (jobs.length > 0) await queues[line].enqueueAll(jobs, { tx, priorityOf });
        }
        return claimed;
      });
      for (const source of due) changes.emit(source);
      return due.length;
    },
    onChanged: changes.on,
    /** People who look at a source should ask again. */
    tell: changes.emit,
  };
}

export type Sources = ReturnType<typeof createSources>;
