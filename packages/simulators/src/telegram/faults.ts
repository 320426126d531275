import { z } from 'zod';

/** In the place of a method: the host of the files. */
export const FILE_HOST = 'file-host';

const place = {
  /** Method name or `*`. */
  method: z.string().default('*'),
  token: z.string().optional(),
  chatId: z.number().optional(),
  /** How many calls it meets. */
  times: z.int().positive().default(1),
  /** How many fitting calls pass before the first one it meets. */
  after: z.int().nonnegative().default(0),
};

/** A scripted fault; `accepts` says whether the call takes effect although its answer is lost. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate-limited'), retryAfter: z.int().nonnegative(), ...place }),
  z.strictObject({ kind: z.literal('server-error'), status: z.int().min(500).max(599).default(500), ...place }),
  z.strictObject({ kind: z.literal('blocked'), ...place }),
  z.strictObject({ kind: z.literal('refused'), code: z.int(), description: z.string(), ...place }),
  z.strictObject({ kind: z.literal('no-answer'), accepts: z.boolean().default(true), ...place }),
  z.strictObject({ kind: z.literal('garbage'), accepts: z.boolean().default(true), ...place }),
  z.strictObject({ kind: z.literal('socket-drop'), accepts: z.boolean().default(false), ...place }),
  z.strictObject({ kind: z.literal('slow'), delayMs: z.number().nonnegative(), ...place }),
]);
export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** Faults wait in a row; a call meets the first one that fits it. */
export type FaultScripts = {
  add(fault: FaultInput): void;
  clear(): void;
  take(call: { method: string; token: string; chatId: number | undefined }): Fault | undefined;
};

/** Makes an empty script. */
export function createFaultScripts(): FaultScripts {
  let scripts: Fault[] = [];
  return {
    add: (fault) => {
      scripts.push(faultSchema.parse(fault));
    },
    clear: () => {
      scripts = [];
    },
    take: (call) => {
      const fault = scripts.find((candidate) => fits(candidate, call));
      if (fault === undefined) return undefined;
      if (fault.after > 0) {
        fault.after -= 1;
        return undefined;
      }
      fault.times -= 1;
      if (fault.times === 0) scripts = scripts.filter((candidate) => candidate !== fault);
      return { ...fault };
    },
  };
}

function fits(fault: Fault, call: { method: string; token: string; chatId: number | undefined }): boolean {
  if (call.method === FILE_HOST && fault.method !== FILE_HOST) return false;
  if (fault.method !== '*' && fault.method.toLowerCase() !== call.method.toLowerCase()) return false;
  if (fault.token !== undefined && fault.token !== call.token) return false;
  return fault.chatId === undefined || fault.chatId === call.chatId;
}
