import { type ChannelSettings, dialogUniqueId, type Locale } from '@otvet/contract';
import type { Config } from '../../platform/config/config.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { RateLimit } from '../../platform/rates/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createDeadline } from '../../platform/time/deadline.ts';
import type { ChannelSetup, Channels } from '../channels/index.ts';
import type { ClaimedTurn, Dialogs, TurnDecision } from '../dialogs/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { readTurn } from './context/read-turn.ts';
import { type HandOverReason, handOver } from './decision.ts';
import { chooseLocale } from './talk/detect-language.ts';

type PlanCounts = Config['plans']['counts'];

/** Decides what to say to a turn; see `decide-turn.ts`. */
export type DecideTurn = (input: {
  turn: ClaimedTurn;
  settings: ChannelSettings;
  accountId: string;
  accountLocale: Locale;
  signal: AbortSignal;
  /** The channel shows the greeting before the first message. */
  showsGreeting?: boolean;
  onTyping?: () => void;
}) => Promise<TurnDecision>;

export type AnswerDeps = {
  /** All that it compares is due, held or claimed. */
  sharedClock: Clock;
  log: Log;
  channels: Channels;
  dialogs: Dialogs;
  gateway: Gateway;
  decideTurn: DecideTurn;
  /** Which answers take a message off the allowance of the account. */
  planCounts: PlanCounts;
  /** How often one dialog is answered. */
  answersOfDialog: RateLimit;
  /** Language of the account's owner, for texts that the customer's language does not settle. */
  accountLocale(accountId: string): Promise<Locale>;
  /** A base of the account; fails when there is none. */
  requireBase(accountId: string, knowledgeBaseId: string): Promise<unknown>;
};

/** A turn that waited longer than this after its time (a restore, a long outage) is not answered as if it were new: a person is called. */
const STALE_MS = 60 * 60_000;
const MAX_ATTEMPTS = 4;
const TURN_DEADLINE_MS = 75_000;

function silent(silence: TurnDecision['silence']): TurnDecision {
  return {
    kind: 'silent',
    text: '',
    silence,
    reason: null,
    confidence: null,
    sources: [],
    choices: [],
    debug: null,
    isWrittenByModel: false,
    tookMs: 0,
  };
}

/** Pure: what a plan sells. A call for a person is free. */
export function isCounted(decision: Pick<TurnDecision, 'kind' | 'isWrittenByModel'>, counts: PlanCounts): boolean {
  if (decision.kind === 'silent' || decision.kind === 'hand-over' || counts === 'nothing') return false;
  return counts === 'all' || decision.isWrittenByModel;
}

/** Pure: a reason not to think about a turn at all. */
export function skipReason(input: {
  turn: Pick<ClaimedTurn, 'turn' | 'dueAt' | 'isOfferOver'>;
  settings: ChannelSettings;
  now: Date;
}): TurnDecision['silence'] {
  if (!input.settings.active) return 'channel_off';
  // However late: whoever was offered something and waits hears that a person is called.
  if (input.turn.isOfferOver) return null;
  if (input.turn.turn.length === 0) return 'no_content';
  if (input.now.getTime() - input.turn.dueAt.getTime() > STALE_MS) return 'too_old';
  return null;
}

type Scene = { turn: ClaimedTurn; channel: ChannelSetup; stopping: AbortSignal };

async function decide(deps: AnswerDeps, { turn, channel, stopping }: Scene): Promise<TurnDecision> {
  const silence = skipReason({ turn, settings: channel.settings, now: deps.sharedClock.now() });
  if (silence === 'too_old') return { ...silent(silence), kind: 'hand-over', reason: 'too_old' };
  if (silence !== null) return silent(silence);
  // Nobody took up what was offered.
  if (turn.isOfferOver) return await callPerson(deps, { turn, channel, reason: 'not_chosen' });
  const { accountId, channelId, chatId, allowance } = turn;
  if (deps.planCounts === 'all' && allowance !== 'ok')
    return await callPerson(deps, { turn, channel, reason: allowance });
  // Two robots that answer each other never stop, and each answer costs the business.
  if (deps.answersOfDialog.check(turn.dialogId) > 0)
    return await callPerson(deps, { turn, channel, reason: 'too_often' });
  const deadline = createDeadline({ clock: deps.sharedClock, ms: TURN_DEADLINE_MS, signal: stopping });
  try {
    const decision = await deps.decideTurn({
      turn,
      settings: channel.settings,
      accountId,
      accountLocale: await deps.accountLocale(accountId),
      signal: deadline.signal,
      showsGreeting: channel.descriptor.showsGreeting,
      onTyping: () => {
        void deps.gateway.sendTyping({ channelId, chatId });
        deps.dialogs.noteTyping({
          accountId,
          channelId,
          chatId,
          uniqueId: dialogUniqueId({ chatId, channelId }),
          by: 'assistant',
          name: null,
          userId: null,
        });
      },
    });
    // The last step of the ladder: who writes always gets words.
    if (allowance === 'ok' || !isCounted(decision, deps.planCounts)) return decision;
    return await callPerson(deps, { turn, channel, reason: allowance });
  } finally {
    deadline.release();
  }
}

type Call = Pick<Scene, 'turn' | 'channel'> & {
  reason: Extract<HandOverReason, 'too_often' | 'quota' | 'plan' | 'not_chosen'>;
};

/** No answer may be given: the customer is told that a person will answer, once. */
async function callPerson(deps: AnswerDeps, { turn, channel, reason }: Call): Promise<TurnDecision> {
  const { settings } = channel;
  const { text, earlier } = readTurn(turn);
  const accountLocale = await deps.accountLocale(turn.accountId);
  const hints = { aiLang: settings.aiLang, platformLanguage: turn.language, earlier, accountLocale };
  const locale = chooseLocale(text, hints);
  const call = handOver({ turn, settings, locale, now: deps.sharedClock.now() }, { reason });
  if (reason === 'not_chosen') return { ...call, tookMs: 0, debug: null };
  return { ...call, silence: call.text === '' ? reason : null, tookMs: 0, debug: null };
}

/** A failure of our own: the turn is tried again, and at last ends in words for the owner, never in silence without a reason. */
async function handleFailure(deps: AnswerDeps, turn: ClaimedTurn, error: unknown): Promise<Date | null> {
  deps.log.error({ err: error, dialogId: turn.dialogId, attempt: turn.attempt }, 'an answer could not be made');
  if (turn.attempt < MAX_ATTEMPTS || unavailableReason(error) !== undefined) {
    return await deps.dialogs.releaseTurn(turn, new Date(deps.sharedClock.now().getTime() + 1000 * 2 ** turn.attempt));
  }
  const failed: TurnDecision = { ...silent('handed_over'), kind: 'hand-over', reason: 'failed' };
  await deps.dialogs.commitTurn(turn, { state: 'queued', isCounted: false, sendsNow: false, decision: failed });
  return null;
}

async function speak(deps: AnswerDeps, { turn, channel }: Scene, decision: TurnDecision) {
  const isPushed = channel.descriptor.delivery === 'push';
  const committed = await deps.dialogs.commitTurn(turn, {
    state: isPushed ? 'queued' : 'sent',
    isCounted: isCounted(decision, deps.planCounts),
    sendsNow: isPushed && deps.gateway.canSendNow(turn.dialogId),
    decision,
  });
  if (committed.result.kind === 'committed') {
    const isAnswered = decision.kind === 'answer' || decision.kind === 'clarify';
    if (isAnswered) deps.answersOfDialog.take(turn.dialogId);
    if (isPushed) deps.gateway.deliver({ accountId: turn.accountId, dialogId: turn.dialogId }, committed.delivery);
  }
  return committed.result;
}

async function answerTurn(deps: AnswerDeps, scene: Scene): Promise<Date | null> {
  const { turn } = scene;
  let result = await speak(deps, scene, await decide(deps, scene));
  if (result.kind === 'limited') {
    // Others took the last answers while this one was made: it is made again from what costs nothing.
    const without = { ...scene, turn: { ...turn, allowance: result.allowance } };
    result = await speak(deps, without, await decide(deps, without));
  }
  if (result.kind === 'committed') return null;
  // The right to speak was lost while the answer was made. A newer message is answered at once; a person's word ends it.
  return await deps.dialogs.releaseTurn(turn, deps.sharedClock.now());
}

/** Answers a dialog whose time has come; `turn` where it is claimed already. Gives the time of the next try, if one is due. */
export async function answerDialog(
  deps: AnswerDeps,
  {
    accountId,
    dialogId,
    stopping,
    ...given
  }: { accountId: string; dialogId: string; stopping: AbortSignal; turn?: ClaimedTurn | undefined },
): Promise<Date | null> {
  const claimed = given.turn ?? (await deps.dialogs.claimTurn({ accountId, dialogId }));
  if (!claimed) return null;
  // Where nothing is counted, nothing ends either.
  const turn: ClaimedTurn = deps.planCounts === 'nothing' ? { ...claimed, allowance: 'ok' } : claimed;
  try {
    // Where the secrets do not open, the answer waits to be sent, and says why.
    const channel = await deps.channels.setup(turn.channelId);
    if (!channel) {
      await deps.dialogs.commitTurn(turn, {
        state: 'queued',
        isCounted: false,
        sendsNow: false,
        decision: silent('channel_off'),
      });
      return null;
    }
    return await answerTurn(deps, { turn, channel, stopping });
  } catch (error) {
    // The process ends: the turn goes back, and the next process or another node answers it.
    if (stopping.aborted) return await deps.dialogs.releaseTurn(turn, deps.sharedClock.now());
    return await handleFailure(deps, turn, error);
  }
}
