import type { ServerResponse } from 'node:http';
import { limits } from '@otvet/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { createBodyMemory, type HeldBody, hasBody, readWhole } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Refusals } from './webhook-refusals.ts';

const MEGABYTE = 1024 * 1024;
/** Events of platforms are far smaller than this: such bodies are bounded by the connections that carry them. */
const UNCOUNTED_BYTES = 8 * 1024;
/** A network whose requests were refused may send one large body at a time. */
const bounds = { all: 32 * MEGABYTE, ofNetwork: 4 * limits.webhookBytes, ofDoubtful: limits.webhookBytes };
/** Platforms send from data centers. */
const ARRIVES_WITHIN_MS = 20_000;
const RETRY_SECONDS = 5;
const NO_BODY = Promise.resolve(Buffer.alloc(0));

type Deps = { clock: Clock; refusals: Refusals };

export type WebhookBodies = ReturnType<typeof createWebhookBodies>;

/** Reads bodies that nobody has verified yet. */
export function createWebhookBodies({ clock, refusals }: Deps) {
  const memory = createBodyMemory(bounds);

  function read({ ip, raw }: FastifyRequest, answer: ServerResponse): Promise<Buffer> {
    if (!hasBody(raw)) return NO_BODY;
    let held: HeldBody | undefined;
    const fail = (reason: AppError): AppError => {
      refusals.count(ip);
      return reason;
    };
    const body = readWhole(raw, {
      maxBytes: limits.webhookBytes,
      onGrow: (bytes) => {
        if (bytes <= UNCOUNTED_BYTES) return;
        held ??= holdUntilAnswered(answer, () =>
          memory.hold({ ip, isDoubtful: refusals.areMany(ip), end: () => body.stop(tooMuch()) }),
        );
        if (!held.grow(bytes)) throw fail(tooMuch());
      },
    });
    if (raw.complete) return body.bytes;
    const cancel = clock.after(ARRIVES_WITHIN_MS, () => body.stop(fail(tooSlow())));
    return body.bytes.finally(cancel);
  }

  return { read };
}

/** What is done with a body happens before its answer. */
function holdUntilAnswered(answer: ServerResponse, hold: () => HeldBody): HeldBody {
  const held = hold();
  answer.once('close', held.release);
  return held;
}

const tooMuch = () => new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS });
const tooSlow = () => new AppError('request.invalid', { details: { body: 'too_slow' } });
