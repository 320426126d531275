import { z } from 'zod';

/**
 * Work over bytes of outsiders: a module whose `run(bytes, input, report)` is called in a process of its own. What it gives
 * back is read with `result`; an expected "no" is part of the result, an exception means that the bytes are at fault.
 */
export type ConfinedJob<Input, Result> = {
  name: string;
  module: URL;
  result: z.ZodType<Result>;
  /** Never used: it binds the type of the input to the job. */
  readonly input?: Input;
};

/** A file on this machine: the process of a job reads a copy of it, so that the server never holds its bytes. */
export type FileOfJob = { path: string };

/** How far a job has come: so many of all its parts are done. */
export type JobProgress = { done: number; total: number };
/** What a job calls to say so; the last call may be lost. */
export type ReportProgress = (progress: JobProgress) => void;

/** What a job gave, and the milliseconds of a processor that it took. */
export type JobResult<Result> = { value: Result; ms: number };

/**
 * What a job may use; the process is killed when it wants more. `maxCpuMs`: of a processor, so that a busy machine refuses
 * nothing that an idle one takes. `maxMs`: until its answer, however busy the machine is.
 */
export type ConfinedBounds = { maxCpuMs: number; maxMs: number; maxMegabytes: number };

/** What the server asks of the child. */
export type JobOrder = {
  id: number;
  module: string;
  bytes: Uint8Array | FileOfJob;
  input: unknown;
  maxCpuMs: number;
  maxMegabytes: number;
};

/** What the child answers, as it wrote it down; how far it is before that, what it took of a processor, and what it holds after a job. */
export const jobAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    id: z.number(),
    value: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    cpuMs: z.number(),
    heldBytes: z.number(),
  }),
  z.object({
    kind: z.literal('progress'),
    id: z.number(),
    done: z.number().int().nonnegative(),
    total: z.number().int().positive(),
  }),
  z.object({ kind: z.literal('failed'), id: z.number(), cpuMs: z.number(), message: z.string() }),
  // The machine did not give the bytes, which are at no fault.
  z.object({ kind: z.literal('unread'), id: z.number(), message: z.string() }),
]);
export type JobAnswer = z.infer<typeof jobAnswer>;

/**
 * Why a job did not end well: it threw (`failed`); its process was ended for what it wanted (`time`, `memory`); it ended by
 * a fault of its own (`crashed`), somebody else ended it (`killed`), or the machine could not start it (`not-started`).
 */
export type JobFailure = 'failed' | ProcessEnd | 'not-started';
export type ProcessEnd = 'time' | 'memory' | 'crashed' | 'killed';

/** The job did not end well. `ms`: of a processor; where its process was ended, how long it held it. */
export class ConfinedJobError extends Error {
  readonly reason: JobFailure;
  ms = 0;
  /** Earlier jobs had no part in it: in a new process it would end the same way. */
  isOfJob = false;
  /** With `time`: what the job may take of a processor was not used up. The machine is busy, or the process stood still. */
  isOfMachine = false;

  constructor(reason: JobFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfinedJobError';
    this.reason = reason;
  }
}
