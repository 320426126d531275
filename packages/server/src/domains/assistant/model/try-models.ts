import { type Clock, sleep } from '../../../platform/time/clock.ts';
import { createDeadline, type Deadline } from '../../../platform/time/deadline.ts';
import type { Random } from '../../../platform/time/ids.ts';
import type { Circuits } from './circuit.ts';
import type { ModelFailure, ModelPort, ModelReply, ModelRequest, ModelUsage } from './port.ts';

export type TryModelsDeps = {
  port: ModelPort;
  circuits: Circuits;
  clock: Clock;
  random: Random;
  /** All tries and waits of one turn together. */
  totalMs: number;
  signal: AbortSignal;
};

/** What a reader makes of a written answer. `retry` asks once more, with a note for the model. */
export type Reading<Value> =
  | { kind: 'accepted'; value: Value }
  | { kind: 'retry'; detail: string; note: string }
  | { kind: 'rejected'; detail: string };

export type WritingTask<Value> = {
  /** `isShort`: the whole prompt was too long for the model. */
  build(form: {
    isShort: boolean;
    note: string | null;
  }): Pick<ModelRequest, 'system' | 'messages'> & { record: string };
  read(text: string): Reading<Value>;
  settings: Pick<ModelRequest, 'temperature' | 'maxOutputTokens' | 'format'>;
};

export type TryModelsResult<Value> = {
  /** `rejected`: the model works but its answer must not be used; `failed`: no model gave a usable answer. */
  outcome: { kind: 'accepted'; value: Value } | { kind: 'rejected' } | { kind: 'failed' };
  steps: string[];
  usage: ModelUsage;
  /** The model that answered last; empty when none did. */
  modelId: string;
  /** What the record keeps of the prompt that was sent last. */
  record: string;
};

const maxRetries: Record<ModelFailure['failure'], number> = {
  retryable: 2,
  stalled: 1,
  garbage: 1,
  refused: 1,
  'context-too-long': 1,
  quota: 0,
  unavailable: 0,
  blind: 0,
  picture: 0,
  aborted: 0,
};
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;

/** Tries the model, with bounded retries, then what stands in for it. Throws only when the caller gave up. */
export async function tryModels<Value>(deps: TryModelsDeps, task: WritingTask<Value>): Promise<TryModelsResult<Value>> {
  const deadline = createDeadline({ clock: deps.clock, ms: deps.totalMs, signal: deps.signal });
  const attempts = createAttempts<Value>({ ...deps, deadline }, task);
  try {
    for (const name of deps.port.names) {
      if (deadline.hasPassed()) break;
      await attempts.tryModel(name);
      if (attempts.result.outcome.kind !== 'failed') break;
    }
    return attempts.result;
  } finally {
    deadline.release();
  }
}

function createAttempts<Value>(deps: TryModelsDeps & { deadline: Deadline }, task: WritingTask<Value>) {
  const { signal } = deps.deadline;
  const result: TryModelsResult<Value> = {
    outcome: { kind: 'failed' },
    steps: [],
    usage: { promptTokens: 0, completionTokens: 0, isEstimated: false },
    modelId: '',
    record: '',
  };
  let form: { isShort: boolean; note: string | null } = { isShort: false, note: null };

  async function ask(name: string): Promise<ModelReply | ModelFailure> {
    const { record, ...prompt } = task.build(form);
    result.record = record;
    const reply = await deps.port.write({ model: name, ...prompt, ...task.settings, signal });
    result.usage = addUsage(result.usage, reply.usage);
    recordOutcome(deps.circuits, { name, reply, isOurDeadline: deps.deadline.hasPassed() && !deps.signal.aborted });
    deps.signal.throwIfAborted();
    return reply;
  }

  /** Reads a written answer; true when no further try follows. */
  function accept(reply: ModelReply, { step, canRetry }: { step: string; canRetry: boolean }): boolean {
    result.modelId = reply.modelId;
    const reading = task.read(reply.text);
    result.steps.push(`${step}: ${reading.kind === 'accepted' ? 'written' : reading.detail}`);
    if (reading.kind === 'retry' && canRetry) {
      form = { ...form, note: reading.note };
      return false;
    }
    result.outcome = reading.kind === 'accepted' ? reading : { kind: 'rejected' };
    return true;
  }

  /** Waits as long as a failure demands; false when another try of this model makes no sense. */
  async function prepareRetry(failure: ModelFailure, retries: number): Promise<boolean> {
    if (retries >= maxRetries[failure.failure] || signal.aborted) return false;
    if (failure.failure === 'stalled' && deps.port.names.length > 1) return false;
    if (failure.failure === 'context-too-long') {
      form = { ...form, isShort: true };
      return true;
    }
    const jitter = 0.75 + deps.random.unit() / 2;
    const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** retries * jitter;
    if (waitMs > LONGEST_WAIT_MS) return false;
    await sleep({ clock: deps.clock, ms: waitMs, signal });
    deps.signal.throwIfAborted();
    return !signal.aborted;
  }

  async function tryModel(name: string): Promise<void> {
    let retries = 0;
    for (;;) {
      const step = `model ${name}, try ${retries + 1}`;
      if (deps.circuits.enter(name) === 'open') {
        result.steps.push(`model ${name}: circuit open`);
        return;
      }
      const reply = await ask(name);
      if (reply.kind === 'written') {
        if (accept(reply, { step, canRetry: retries === 0 && !signal.aborted })) return;
      } else {
        const isDeadline = reply.failure === 'aborted';
        result.steps.push(`${step}: ${isDeadline ? 'deadline' : `${reply.failure} ${reply.detail}`}`);
        if (!(await prepareRetry(reply, retries))) return;
      }
      retries += 1;
    }
  }

  return { result, tryModel };
}

function addUsage(sum: ModelUsage, more: ModelUsage): ModelUsage {
  return {
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
    isEstimated: sum.isEstimated || more.isEstimated,
  };
}

function recordOutcome(
  circuits: Circuits,
  { name, reply, isOurDeadline }: { name: string; reply: ModelReply | ModelFailure; isOurDeadline: boolean },
): void {
  if (reply.kind === 'written') {
    circuits.succeed(name);
    return;
  }
  switch (reply.failure) {
    case 'aborted':
      if (isOurDeadline) circuits.fail(name, false);
      else circuits.release(name);
      return;
    case 'refused':
    case 'context-too-long':
    case 'blind':
    case 'picture':
      circuits.succeed(name);
      return;
    case 'quota':
    case 'unavailable':
      circuits.fail(name, true);
      return;
    default:
      circuits.fail(name, (reply.retryAfterMs ?? 0) > LONGEST_WAIT_MS);
  }
}
