import { outsideRequest } from '../../platform/scope/request-scope.ts';
import type { AcceptedMessage, AnswerDue, ClaimedTurn } from '../dialogs/index.ts';
import type { GatewayDeps } from './deps.ts';
import { trackWork } from './track-work.ts';

/** Who answers: `turn` where it is claimed already. */
export type Answerer = {
  /** How many answers would begin at once. */
  answerRoom(): number;
  scheduleAnswer(due: AnswerDue & { turn?: ClaimedTurn | undefined }): void;
};

/** Passes due answers on to who gives them. */
export function createTurnPasser({ dialogs }: Pick<GatewayDeps, 'dialogs'>, onError: (error: unknown) => void) {
  let answerer: Answerer = { answerRoom: () => 0, scheduleAnswer: () => undefined };
  const passing = trackWork(onError);
  return {
    answerThrough(given: Answerer): void {
      answerer = given;
    },
    room: () => Math.max(0, answerer.answerRoom() - passing.size()),
    pass: (due: AnswerDue) => answerer.scheduleAnswer(due),
    /** With the claim that was taken as the message was stored, if it was. */
    passStored(due: AnswerDue, accepted: AcceptedMessage): void {
      const turn = outsideRequest(() => dialogs.holdStoredTurn(due, accepted));
      passing.add(turn.then((held) => answerer.scheduleAnswer({ ...due, turn: held })));
    },
    /** Resolves when nothing is on its way to who answers. */
    idle: passing.idle,
  };
}
