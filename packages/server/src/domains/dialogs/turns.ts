import type { DialogDeps } from './deps.ts';
import { toChange } from './receive-message.ts';
import type { Scope } from './scope.ts';
import {
  type ClaimedTurn,
  claimTurn,
  commitTurn,
  findDueTurns,
  releaseTurn,
  type TurnCommit,
  type TurnResult,
} from './turn-store.ts';

type Commit = Omit<TurnCommit, 'accountId' | 'dialogId' | 'epoch' | 'turnSeq' | 'now' | 'messageId'>;

/** The part of the door that says who may speak, and lets the assistant speak. */
export function createTurns(deps: DialogDeps, scope: Scope) {
  return {
    claimTurn: (input: { accountId: string; dialogId: string }) =>
      claimTurn(deps.pool, { ...input, owner: deps.nodeId, now: deps.clock.now() }),
    async commitTurn(turn: ClaimedTurn, commit: Commit): Promise<TurnResult> {
      const result = await commitTurn(deps.pool, {
        ...commit,
        accountId: turn.accountId,
        dialogId: turn.dialogId,
        epoch: turn.epoch,
        turnSeq: turn.turnSeq,
        messageId: deps.newId(),
        now: deps.clock.now(),
      });
      if (result.kind === 'committed') scope.changes.emit(toChange({ ...turn, version: result.version }));
      return result;
    },
    releaseTurn: (turn: ClaimedTurn, retryAt: Date) =>
      releaseTurn(deps.pool, { accountId: turn.accountId, dialogId: turn.dialogId, epoch: turn.epoch, retryAt }),
    findDueTurns: (limit: number) => findDueTurns(deps.pool, { now: deps.clock.now(), limit }),
  };
}
