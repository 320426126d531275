import type { Clock } from '../../../platform/time/clock.ts';
import type { PictureAnswer, PictureFault, PictureReader } from '../../knowledge/index.ts';
import type { ModelFailure, ModelPort } from '../model/port.ts';
import { lookAtOurs } from './look-at-ours.ts';
import { buildPicturePrompt } from './picture-prompt.ts';
import { readTranscription } from './read-transcription.ts';

/** A model may be exchanged behind its name: so long its server's word is taken for it. */
const BLIND_MS = 60 * 60_000;
/** And so long that it has seen ours: whoever sends many pictures that are refused has it paid for once. */
const SEEING_MS = 10 * 60_000;
/** A dense page of prices; more than the smallest bound among models that see is refused by their servers. */
const MAX_OUTPUT_TOKENS = 4096;
/** A server of one's own looks at a picture for a while before it says the first word. */
const PATIENCE = { idleMs: 60_000, totalMs: 180_000 };

/** Reads pictures with the configured model, or with what stands in for it where its server takes no pictures for the first. */
export function createPictureReader({
  model,
  clock,
}: {
  model: ModelPort | undefined;
  clock: Pick<Clock, 'now'>;
}): PictureReader {
  const names = model?.names ?? [];
  const blindUntil = new Map<string, number>();
  const seeingUntil = new Map<string, number>();
  const lasts = (until: Map<string, number>, name: string) => (until.get(name) ?? 0) > clock.now().getTime();
  const isBlind = (name: string) => lasts(blindUntil, name);

  /** A refusal in words that fit them all: whether it meant this picture is known once the model was shown ours. */
  async function verifyBlind(port: ModelPort, name: string, signal: AbortSignal): Promise<PictureAnswer | 'blind'> {
    if (lasts(seeingUntil, name)) return unread('refused');
    const look = await lookAtOurs(port, name, signal);
    if (look.kind === 'unknown') return unread(faultOf(look.failure), look.failure.retryAfterMs);
    const now = clock.now().getTime();
    if (look.kind === 'seen') {
      seeingUntil.set(name, now + SEEING_MS);
      return unread('refused');
    }
    blindUntil.set(name, now + BLIND_MS);
    return 'blind';
  }

  return {
    models: names,
    canSee: () => names.some((name) => !isBlind(name)),
    async read({ parts, direction }, signal) {
      const { system, task } = buildPicturePrompt(parts.length, direction);
      const pictures = parts.map((bytes) => ({ contentType: 'image/jpeg' as const, bytes }));
      for (const name of names) {
        if (model === undefined || isBlind(name)) continue;
        const reply = await model.write({
          model: name,
          system,
          messages: [{ role: 'user', content: task, pictures }],
          temperature: 0.1,
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          patience: PATIENCE,
          signal,
        });
        if (reply.kind === 'written') return judge(reply.text, { name, usage: reply.usage });
        if (reply.failure !== 'blind') return unread(faultOf(reply), reply.retryAfterMs);
        const verified = await verifyBlind(model, name, signal);
        if (verified !== 'blind') return verified;
      }
      return unread('blind');
    },
  };
}

type Written = { name: string; usage: { promptTokens: number; completionTokens: number } };

/**
 * What a model says of itself is about this picture alone: its words may be those of the picture, which may not take the eyes
 * of the model from all accounts.
 */
function judge(answer: string, { name, usage }: Written): PictureAnswer {
  const read = readTranscription(answer);
  if (read.kind !== 'text') return unread(read.kind === 'unseen' ? 'blind' : 'refused');
  const { promptTokens, completionTokens } = usage;
  return { kind: 'written', text: read.text, model: name, promptTokens, completionTokens };
}

function unread(fault: PictureFault, retryAfterMs: number | null = null): PictureAnswer {
  return { kind: 'unread', fault, retryAfterMs };
}

function faultOf({ failure, detail }: ModelFailure): PictureFault {
  switch (failure) {
    case 'retryable':
      return detail === '429' ? 'busy' : 'down';
    case 'stalled':
    case 'aborted':
      return 'down';
    case 'garbage':
      return detail === 'length' || detail === 'too_large' ? 'too_much' : 'down';
    case 'context-too-long':
      return 'too_much';
    case 'refused':
    case 'picture':
      return 'refused';
    case 'blind':
      return 'blind';
    case 'quota':
    case 'unavailable':
      return 'unset';
  }
}
