import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { createRates } from '../../platform/rates/index.ts';
import { sleep } from '../../platform/time/clock.ts';
import type { ClaimedTurn } from '../dialogs/index.ts';
import { type AnswerDeps, answerDialog } from './answer-dialog.ts';
import { type TryDeps, type TryQuestion, tryQuestion } from './try-question.ts';

export type { DecideTurn } from './answer-dialog.ts';
export { answerEdit } from './answer-edit.ts';
export { createModelPort } from './model/create-model-port.ts';
export type { ModelPort } from './model/port.ts';
export { createPictureReader } from './pictures/create-picture-reader.ts';

const ANSWER_WIDTH = 64;
const QUEUE_CAPACITY = 20_000;
const SWEEP_BATCH = 200;
/** At a stop an answer in the making gets so long to be ready, and then so long to be given back. */
const FINISH_MS = 6000;
const PARK_MS = 2000;

/** A person asks less; two robots that answer each other, and one who edits his question for ever, are ended by it. */
const rules = { answersOfDialog: { capacity: 60, perMinute: 0.5 } } as const;

type DialogId = { accountId: string; dialogId: string };

/** The door of the assistant: knows when to speak, asks `decideTurn` what to say. */
export function createAssistant(given: Omit<AnswerDeps, 'answersOfDialog'> & TryDeps) {
  const deps = { ...given, answersOfDialog: createRates(given.sharedClock, rules)('answersOfDialog') };
  const onError = (error: unknown) => deps.log.error({ err: error }, 'an answer failed; the sweep will take it up');
  const answers = createKeyedQueue({ width: ANSWER_WIDTH, capacity: QUEUE_CAPACITY, onError });
  const timers = new Map<string, () => void>();
  const queued = new Set<string>();
  /** Claimed turns whose answer has not begun. */
  const unbegun = new Map<string, ClaimedTurn>();
  const stopping = new AbortController();

  const giveBack = async (turn: ClaimedTurn): Promise<void> => {
    unbegun.delete(turn.dialogId);
    await deps.dialogs.releaseTurn(turn, deps.sharedClock.now()).catch(onError);
  };

  /** What is claimed is answered at once or given back: behind an answer that is still made, another node is quicker. */
  function answerClaimed(turn: ClaimedTurn): void {
    const { accountId, dialogId } = turn;
    unbegun.set(dialogId, turn);
    const begin = async () => {
      unbegun.delete(dialogId);
      await answer(turn, turn);
    };
    const isTaken = answers.isFree(dialogId) && answers.push(dialogId, begin, accountId);
    if (!isTaken) void giveBack(turn).then(() => answerNow({ accountId, dialogId }));
  }

  async function answer({ accountId, dialogId }: DialogId, turn?: ClaimedTurn): Promise<void> {
    const again = await answerDialog(deps, { accountId, dialogId, turn, stopping: stopping.signal });
    if (again !== null) scheduleAnswer({ accountId, dialogId, dueAt: again });
  }

  function answerNow(input: DialogId): void {
    if (queued.has(input.dialogId)) return;
    queued.add(input.dialogId);
    const begin = async () => {
      queued.delete(input.dialogId);
      await answer(input);
    };
    const isTaken = answers.push(input.dialogId, begin, input.accountId);
    if (!isTaken) queued.delete(input.dialogId);
  }

  /** A newer message moves the time: one answer to a burst. */
  function scheduleAnswer({ turn, ...due }: DialogId & { dueAt: Date; turn?: ClaimedTurn | undefined }): void {
    timers.get(due.dialogId)?.();
    timers.delete(due.dialogId);
    if (turn) {
      answerClaimed(turn);
      return;
    }
    const waitMs = due.dueAt.getTime() - deps.sharedClock.now().getTime();
    if (waitMs <= 0) {
      answerNow(due);
      return;
    }
    const cancel = deps.sharedClock.after(waitMs, () => {
      timers.delete(due.dialogId);
      answerNow(due);
    });
    timers.set(due.dialogId, cancel);
  }

  return {
    scheduleAnswer,
    answerRoom: answers.room,
    tryQuestion: (asked: TryQuestion) => tryQuestion(deps, asked, stopping.signal),
    /** Takes up turns whose process died, and those a full queue refused. */
    async sweep(): Promise<void> {
      for (const due of await deps.dialogs.findDueTurns(SWEEP_BATCH)) answerNow(due);
    },
    idle: () => answers.idle(),
    /** Ends what is nearly ready and parks the rest in its rows. */
    async stop(): Promise<void> {
      for (const cancel of timers.values()) cancel();
      const ended = Promise.all([answers.stop(), ...[...unbegun.values()].map(giveBack)]);
      await Promise.race([ended, sleep({ clock: deps.sharedClock, ms: FINISH_MS })]);
      stopping.abort();
      await Promise.race([ended, sleep({ clock: deps.sharedClock, ms: PARK_MS })]);
    },
  };
}

export type Assistant = ReturnType<typeof createAssistant>;
