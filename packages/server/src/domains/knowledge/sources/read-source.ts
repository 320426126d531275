import { isPictureName } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import type { JobTry } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { lockKnowledge } from '../memory-store.ts';
import { wantCheck } from '../store.ts';
import { withinMemory } from '../within-memory.ts';
import { isMuchGone } from './changes/much-gone.ts';
import { judgeConversation, setHeld } from './conversation/decide-conversation.ts';
import type { ReadJob, ReadResult, SourcesDeps, Told } from './deps.ts';
import type { FoundDocument } from './get-document.ts';
import type { PictureDays } from './pictures/create-picture-days.ts';
import { readPicture } from './pictures/read-picture.ts';
import { pauseAfter, SourceFault, toSourceFault } from './source-fault.ts';
import {
  beginReading,
  endRead,
  endReading,
  endUnchanged,
  findSource,
  noteProgress,
  type SourceRow,
} from './source-store.ts';
import { type PassageChange, type Piece, swapPassages } from './swap-passages.ts';
import { hashPieces, toPieces } from './to-pieces.ts';

export type ReadingDeps = SourcesDeps & {
  /** What a source holds now. Throws SourceFault. */
  getDocument(source: SourceRow & { accountId: string }): Promise<FoundDocument>;
  pictureDays: PictureDays;
  /** People who look at the source should ask again. */
  tell(source: Told): void;
};

type Reading = { source: SourceRow & { accountId: string; isByClock?: boolean | undefined }; signal: AbortSignal };
type Fetched = Extract<FoundDocument, { kind: 'fetched' }>;
type Read = Extract<ReadResult, { kind: 'read' }>;

const PROGRESS_EVERY_MS = 1000;
const MAX_NAME = 200;

/**
 * Reads a source once: at least once per round, so every step asks whether this round is still wanted. A source that was
 * removed, or is asked for anew, ends it without effect.
 */
export async function readSource(deps: ReadingDeps, job: ReadJob, { signal }: Pick<JobTry, 'signal'>): Promise<void> {
  const key = { accountId: job.accountId, id: job.sourceId, round: job.round };
  const row = await beginReading.first(deps.pool, { ...key, now: deps.clock.now() });
  if (row === undefined) return;
  const source = { ...row, accountId: job.accountId, isByClock: job.isByClock };
  deps.tell(source);
  try {
    await readInto(deps, { source, signal });
  } catch (error) {
    const fault = toSourceFault(error);
    // The database or the machine: the queue tries again.
    if (fault === undefined) throw error;
    deps.log.info(
      { accountId: job.accountId, sourceId: job.sourceId, reason: fault.reason, err: fault.cause },
      'a source was not read',
    );
    await endWithFault(deps, source, fault);
  }
  deps.tell(source);
}

/** The last try died with its process, or the product itself was at fault. */
export async function giveUpReading(deps: ReadingDeps, { accountId, sourceId: id, round }: ReadJob): Promise<void> {
  const row = await findSource.first(deps.pool, { accountId, id });
  if (row?.round !== round) return;
  await endWithFault(deps, { ...row, accountId }, new SourceFault('not_read'));
  deps.tell({ ...row, accountId });
}

async function endWithFault(deps: ReadingDeps, source: Reading['source'], fault: SourceFault): Promise<void> {
  const now = deps.clock.now();
  const pause = pauseAfter(source.attempts, fault);
  const retryAt = pause === undefined ? null : new Date(now.getTime() + pause);
  const isGone = retryAt === null && (fault.reason === 'page_missing' || fault.reason === 'google_link');
  await endAndCheck(deps, source, {
    isFound: isGone && !source.vanished && source.version > 0,
    end: (db) => endReading.run(db, { ...source, reason: fault.reason, retryAt, isGone, now }),
  });
}

type End = { isFound: boolean; end(db: Queryable): Promise<unknown> };

/** Ends a reading. `isFound`: a page has vanished or is back, which its base is looked through for; a crash parts the two nowhere. */
async function endAndCheck({ pool }: ReadingDeps, source: Reading['source'], { isFound, end }: End): Promise<void> {
  if (!isFound) {
    await end(pool);
    return;
  }
  await withTransaction(pool, async (tx) => {
    // Before the rows of the base and of the source, like whoever swaps or removes passages.
    await lockKnowledge.run(tx, source);
    await end(tx);
    await wantCheck.run(tx, source);
  });
}

async function readInto(deps: ReadingDeps, { source, signal }: Reading): Promise<void> {
  const found = await deps.getDocument(source);
  if (found.kind === 'unchanged') return await noteUnchanged(deps, source, source);
  const result =
    isPictureName(found.name) && found.bytes instanceof Uint8Array
      ? await readPicture(deps, { source, bytes: found.bytes, signal })
      : await readBytes(deps, source, found);
  if (result.kind === 'refused') throw new SourceFault(result.reason);
  const { document, passages } = result;
  const title = document.title ?? found.title?.slice(0, MAX_NAME) ?? source.name;
  const pieces = await toPieces(passages, { kind: kindOf(source), hint: source.hint, title });
  if (pieces.length === 0) throw new SourceFault('no_text');
  const isConversation = isTalkOfPeople(source, result);
  const textHash = await hashPieces(pieces, { isConversation });
  if (textHash === source.textHash) return await noteUnchanged(deps, source, found);
  if (signal.aborted) return;
  const isSwapped = await store(deps, source, { found, result, pieces, textHash, isConversation });
  if (isSwapped) deps.changed(source.accountId, source.knowledgeBaseId);
}

async function noteUnchanged(
  deps: ReadingDeps,
  source: Reading['source'],
  { etag, lastModified }: Pick<Fetched, 'etag' | 'lastModified'>,
): Promise<void> {
  const now = deps.clock.now();
  await endAndCheck(deps, source, {
    isFound: source.vanished,
    end: (db) => endUnchanged.run(db, { ...source, etag, lastModified, now }),
  });
}

/** Progress is written in its order, and never later than the end of the reading. */
async function readBytes(deps: ReadingDeps, source: Reading['source'], found: Fetched): Promise<ReadResult> {
  let written: Promise<unknown> = Promise.resolve();
  const isDue = createThrottle(deps.clock);
  const onProgress = (done: number, total: number) => {
    if (!isDue(done === total)) return;
    written = written
      .then(() => noteProgress.run(deps.pool, { ...source, done, total, now: deps.clock.now() }))
      .then(() => deps.tell(source))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the progress of a source was not noted'));
  };
  try {
    return await deps.read({ accountId: source.accountId, ...found, onProgress });
  } finally {
    await written;
  }
}

function createThrottle(clock: Pick<Clock, 'now'>): (isLast: boolean) => boolean {
  let next = 0;
  return (isLast) => {
    const now = clock.now().getTime();
    if (now < next && !isLast) return false;
    next = now + PROGRESS_EVERY_MS;
    return true;
  };
}

type Good = { found: Fetched; result: Read; pieces: Piece[]; textHash: string; isConversation: boolean };

/** Somebody gave the reading up while it was stored. */
class ReadingEnded extends Error {}

/** False when another reading was asked for meanwhile, or the source is gone: nothing is changed then. */
async function store(
  deps: ReadingDeps,
  source: Reading['source'],
  { found, result, pieces, textHash, isConversation }: Good,
): Promise<boolean> {
  const now = deps.clock.now();
  const { accountId, id: sourceId, knowledgeBaseId } = source;
  const { title, language, pages, unreadPages = [] } = result.document;
  const kind = kindOf(source);
  return await withinMemory(deps, accountId, async (tx, requireRoom) => {
    const isWanted = await findSource.first(tx, source);
    if (isWanted?.round !== source.round || isWanted.state !== 'reading') return false;
    const judge = source.kind === 'page' && source.isByClock ? requireLikeness(found) : undefined;
    const swap = { accountId, knowledgeBaseId, sourceId, kind, pieces, requireRoom, judge, now } as const;
    const change = await swapPassages(tx, deps.newId, swap);
    const conversation = judgeConversation(isWanted, { isConversation, textHash });
    const isHeld = conversation === 'held';
    if (isHeld || isWanted.conversation === 'held') await setHeld(tx, { ...swap, isHeld });
    const { etag, lastModified } = found;
    // Of a file the name is the one that its owner knows.
    const name = source.kind === 'file' ? null : (found.title ?? title)?.slice(0, MAX_NAME) || null;
    const passages = pieces.length;
    const end = {
      ...change,
      etag,
      lastModified,
      name,
      title,
      language,
      pages,
      unreadPages,
      passages,
      textHash,
      conversation,
      now,
    };
    // Its texts may all be the same and only stand elsewhere.
    if (isWanted.vanished) await wantCheck.run(tx, source);
    // The passages go back with it.
    if ((await endRead.run(tx, { ...source, ...end })) === 0) throw new ReadingEnded();
    return true;
  }).catch((error: unknown) => {
    if (error instanceof ReadingEnded) return false;
    throw error;
  });
}

/** What a site shows on its bad day is nobody's decision: it is looked at again, and taken when its owner asks for it. */
const requireLikeness =
  ({ isSentHome }: Fetched) =>
  async (change: PassageChange) => {
    if (await isMuchGone(change, { isSentHome })) throw new SourceFault('much_gone', { isPassing: true });
  };

/** Who publishes a page shows it to everybody already. */
const isTalkOfPeople = ({ kind }: SourceRow, { document }: Read): boolean =>
  kind !== 'page' && document.isConversation === true;

const kindOf = ({ kind }: Pick<SourceRow, 'kind'>) => (kind === 'page' ? 'page' : 'file');
