import { type ChannelSettings, type DialogContext, TYPING_THROTTLE_MS } from '@otvet/contract';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/ids.ts';
import type { Retrieval } from '../knowledge/index.ts';
import type { TurnReading } from './context/read-turn.ts';
import type { Circuits } from './model/circuit.ts';
import type { ModelPort } from './model/port.ts';
import { type TryModelsResult, tryModels } from './model/try-models.ts';
import { buildPrompt, fitPassages } from './writing/build-prompt.ts';
import { type JudgedAnswer, judgeAnswer } from './writing/judge-answer.ts';
import { modelAnswerFormat } from './writing/parse-model-answer.ts';

export type WriterDeps = { port: ModelPort; circuits: Circuits; clock: Clock; random: Random; totalMs: number };

const MAX_OUTPUT_TOKENS = 1000;
const BOUNDARY_BYTES = 9;
/** A model that is quicker needs no "typing": it would cost the platform and every browser a call per answer. */
const TYPING_AFTER_MS = 400;
/** Who sees the sign shows it for `TYPING_ACTIVE_MS`; the gateway thins it out for platforms. */
const TYPING_EVERY_MS = TYPING_THROTTLE_MS;

/** Lets the model write from what the base holds, with retries and substitute models. */
export async function writeAnswer(
  deps: WriterDeps,
  input: {
    settings: ChannelSettings;
    reading: TurnReading;
    /** Given to the model where the channel's settings want it. */
    context: DialogContext | null;
    retrieval: Retrieval;
    signal: AbortSignal;
    onTyping?: (() => void) | undefined;
  },
): Promise<TryModelsResult<JudgedAnswer>> {
  const { settings, reading, signal } = input;
  const context = settings.parseContext ? input.context : null;
  const boundary = deps.random.bytes(BOUNDARY_BYTES).toString('hex');
  let passages = fitPassages(input.retrieval.passages, false);
  const stopTyping = keepTyping(deps.clock, input.onTyping);
  try {
    return await tryModels<JudgedAnswer>(
      { ...deps, signal },
      {
        build(form) {
          passages = fitPassages(input.retrieval.passages, form.isShort);
          return buildPrompt({ settings, reading, context, passages, boundary, form });
        },
        read: (written) => judgeAnswer(written, { settings, reading, passages }),
        settings: { temperature: settings.temperature, maxOutputTokens: MAX_OUTPUT_TOKENS, format: modelAnswerFormat },
      },
    );
  } finally {
    stopTyping();
  }
}

function keepTyping(clock: Clock, onTyping: (() => void) | undefined): () => void {
  if (onTyping === undefined) return () => undefined;
  const signal = () => {
    onTyping();
    cancel = clock.after(TYPING_EVERY_MS, signal);
  };
  let cancel = clock.after(TYPING_AFTER_MS, signal);
  return () => cancel();
}
