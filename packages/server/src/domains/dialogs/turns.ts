import type { PoolClient } from 'pg';
import { createCallGroup } from '../../platform/database/call-group.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { retryUnavailable } from '../../platform/database/retry-unavailable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import {
  type ClaimedTurn,
  claimTurn,
  claimTurns,
  dropStoredClaim,
  readStoredTurn,
  type TakenTurn,
} from './claim-store.ts';
import { type Deliveries, UNSENT } from './deliveries.ts';
import { type ClaimedDelivery, findFirstClaim } from './delivery-store.ts';
import type { DialogDeps } from './deps.ts';
import { toChange } from './receive-message.ts';
import type { AcceptedMessage } from './receive-store.ts';
import type { Place, Scope } from './scope.ts';
import {
  commitTurn,
  commitTurns,
  findDueTurns,
  isPlainAnswer,
  releaseTurn,
  type SentPhoto,
  type TurnCommit,
  type TurnResult,
  toAttachments,
} from './turn-store.ts';

type Commit = Omit<
  TurnCommit,
  'accountId' | 'dialogId' | 'epoch' | 'turnSeq' | 'now' | 'sharedNow' | 'messageId' | 'sender' | 'recordingId'
> & {
  /** This process sends the answer at once: the caller passes `delivery` on without delay. */
  sendsNow: boolean;
};

type Recording = Pick<Deliveries, 'recordDelivery'>;

type DialogId = { accountId: string; dialogId: string };

type Committed = { result: TurnResult; delivery: ClaimedDelivery | undefined };

/** After this time the lease runs out by itself. */
const RELEASE_FOR_MS = 20_000;
const MAX_RETRY_MS = 60_000;

/** The part of the door that says who may speak, and lets the assistant speak. */
export function createTurns(deps: DialogDeps, scope: Scope & Recording) {
  const held = scope.held.dialogs;
  const { pool, lateCommits } = deps;
  const claimer = () => ({ owner: deps.nodeId, now: deps.sharedClock.now(), plannedAt: deps.clock.now() });
  const claim = createCallGroup<DialogId, TakenTurn | undefined>({
    pool,
    together: (claims) => lateCommits.noteAfter(claimTurns(pool, { ...claimer(), claims })),
    alone: (one) => claimTurn(pool, { ...one, ...claimer() }),
    clock: deps.sharedClock,
  });
  const commitPlain = createAnswerWriter(deps);
  const giveBack = (lease: Parameters<typeof releaseTurn>[1]) =>
    retryUnavailable({ clock: deps.sharedClock, forMs: RELEASE_FOR_MS }, () => releaseTurn(pool, lease));
  async function hold(input: DialogId, taken: TakenTurn | undefined): Promise<ClaimedTurn | undefined> {
    if (taken === undefined) return undefined;
    if (taken.turn === undefined) {
      await giveBack({ ...input, epoch: taken.epoch, retryAt: retryTime(deps, taken.attempt) });
      throw taken.error;
    }
    held.add(taken.turn.dialogId);
    return taken.turn;
  }
  return {
    claimTurn: async (input: DialogId): Promise<ClaimedTurn | undefined> => await hold(input, await claim(input)),
    /** The turn that was claimed as its message was stored; undefined where none was. */
    holdStoredTurn: async (input: DialogId, message: AcceptedMessage): Promise<ClaimedTurn | undefined> =>
      await hold(input, await readStoredTurn(pool, input, message)),
    /** Of a statement that stored messages and whose reply was lost: what it claimed at that time is free again. */
    async dropLostClaims(places: Place[], claimedAt: Date): Promise<void> {
      for (const { accountId, channelId, chatId } of places)
        await retryUnavailable({ clock: deps.sharedClock, forMs: RELEASE_FOR_MS }, () =>
          dropStoredClaim.run(pool, { accountId, channelId, chatId, owner: deps.nodeId, claimedAt }),
        );
    },
    async commitTurn(turn: ClaimedTurn, { sendsNow, ...commit }: Commit): Promise<Committed> {
      const messageId = deps.newId();
      const written: TurnCommit = {
        ...commit,
        sender: sendsNow ? deps.nodeId : null,
        recordingId: findRecording(scope, turn.dialogId),
        accountId: turn.accountId,
        dialogId: turn.dialogId,
        epoch: turn.epoch,
        turnSeq: turn.turnSeq,
        messageId,
        now: deps.clock.now(),
        sharedNow: deps.sharedClock.now(),
      };
      if (written.sender !== null) scope.unbegun.add(messageId);
      const { result, photos } = await commitAs(deps, { turn, commit: written, commitPlain })
        .catch((error: unknown) => giveUpCommit(deps, scope, { error, commit: written }))
        .finally(() => held.delete(turn.dialogId));
      scope.unbegun.delete(messageId);
      // Its caller decides again, in words that cost nothing.
      if (result.kind === 'limited') held.add(turn.dialogId);
      if (result.kind === 'committed') scope.changes.emit(toChange({ ...turn, version: result.version }));
      const delivery = toDelivery(turn, { messageId, decision: { ...commit.decision, photos }, result });
      if (delivery) scope.held.messages.add(messageId);
      return { result, delivery };
    },
    async releaseTurn(turn: ClaimedTurn, retryAt: Date): Promise<Date | null> {
      held.delete(turn.dialogId);
      const { accountId, dialogId, epoch } = turn;
      return await giveBack({ accountId, dialogId, epoch, retryAt });
    },
    findDueTurns: (limit: number) => findDueTurns.all(deps.pool, { now: deps.sharedClock.now(), limit }),
  };
}

/** The newest; of several, which only a slow database leaves, the answer waits. */
const findRecording = ({ recording }: Scope, dialogId: string): string | null =>
  [...recording].findLast(([, of]) => of === dialogId)?.[0] ?? null;

/** Commits plain answers: one statement, for many at once under load. It waits for the disk, and carries what does not. */
function createAnswerWriter({ pool, lateCommits, sharedClock }: DialogDeps): Committing['commitPlain'] {
  return createCallGroup<TurnCommit, TurnResult>({
    pool,
    async together(turns) {
      const carry = lateCommits.begin();
      const committed = await commitTurns(pool, turns);
      if (committed.some((result) => result?.kind === 'committed')) carry();
      return committed;
    },
    alone: (turn) => commitTurn(pool, turn),
    isPlain: isPlainAnswer,
    clock: sharedClock,
  });
}

/**
 * Whether the answer was stored, and claimed for this process, is not known where the reply was lost. Its send was not
 * begun then: it goes back to the queue, and the sweep sends it. One that cannot be given back now is remembered.
 */
async function giveUpCommit(
  { pool, sharedClock }: DialogDeps,
  { unbegun, recordDelivery }: Scope & Recording,
  { error, commit }: { error: unknown; commit: TurnCommit },
): Promise<never> {
  const { accountId, dialogId, messageId, sender } = commit;
  if (sender === null || unavailableReason(error) === undefined) {
    unbegun.delete(messageId);
    throw error;
  }
  const claimed = await retryUnavailable({ clock: sharedClock, forMs: RELEASE_FOR_MS }, () =>
    findFirstClaim.first(pool, { accountId, dialogId, messageId, sender }),
  );
  if (claimed) await recordDelivery(claimed, UNSENT);
  throw error;
}

/** A turn that cannot be read is tried again less and less often. */
const retryTime = ({ sharedClock }: DialogDeps, attempt: number): Date =>
  new Date(sharedClock.now().getTime() + Math.min(MAX_RETRY_MS, 1000 * 2 ** attempt));

type Committing = { turn: ClaimedTurn; commit: TurnCommit; commitPlain: (commit: TurnCommit) => Promise<TurnResult> };

async function commitAs(deps: DialogDeps, { turn, commit, commitPlain }: Committing): Promise<CommittedPhotos> {
  const { kind, photos = [] } = commit.decision;
  if (kind === 'hand-over' || photos.length > 0) return await commitWithPhotos(deps, turn, commit);
  return { result: await commitPlain(commit), photos };
}

type CommittedPhotos = { result: TurnResult; photos: SentPhoto[] };

/** A picture that was removed since the answer was made is left out: no message points to nothing. */
async function commitWithPhotos(deps: DialogDeps, turn: ClaimedTurn, commit: TurnCommit): Promise<CommittedPhotos> {
  const photos = commit.decision.photos ?? [];
  const found = new Set<string>();
  const result = await withTransaction(deps.pool, async (tx) => {
    const result = await commitAndPublish(deps, { turn, commit }, tx);
    if (result.kind !== 'committed' || photos.length === 0) return result;
    const fileIds = photos.map(({ id }) => id);
    for (const id of await deps.attachFiles({ accountId: turn.accountId, fileIds }, tx)) found.add(id);
    if (found.size < new Set(fileIds).size) throw new PhotoGoneError();
    return result;
  }).catch((error: unknown) => {
    if (error instanceof PhotoGoneError) return undefined;
    throw error;
  });
  if (result !== undefined) return { result, photos };
  const left = { ...commit.decision, photos: photos.filter(({ id }) => found.has(id)) };
  return await commitWithPhotos(deps, turn, { ...commit, decision: left });
}

class PhotoGoneError extends Error {}

/** That a person is called is an event for other domains. */
async function commitAndPublish(
  deps: DialogDeps,
  { turn, commit }: { turn: ClaimedTurn; commit: TurnCommit },
  tx: PoolClient,
): Promise<TurnResult> {
  const { accountId, dialogId, channelId, chatId } = turn;
  const { kind, reason } = commit.decision;
  const result = await commitTurn(tx, commit);
  if (result.kind === 'committed' && kind === 'hand-over')
    await deps.events.publish(tx, 'dialog.handed-over', { accountId, dialogId, channelId, chatId, reason });
  return result;
}

function toDelivery(
  { accountId, dialogId, channelId, chatId, isGroup, customerAt }: ClaimedTurn,
  { messageId, decision, result }: { messageId: string; decision: TurnCommit['decision']; result: TurnResult },
): ClaimedDelivery | undefined {
  if (result.kind !== 'committed' || result.claimedUntil === null) return undefined;
  const place = { accountId, dialogId, channelId, chatId, seq: result.seq, messageId };
  const { claimedUntil, followsChoices } = result;
  const { text, choices, photos } = decision;
  const offer = { choices, template: null, isGroup, followsChoices, customerAt, isByPerson: false };
  const unsent = { sentParts: [], attempt: 1, unsureSince: null };
  return { ...place, ...offer, ...unsent, text, attachments: toAttachments(photos), replyVendorId: null, claimedUntil };
}
