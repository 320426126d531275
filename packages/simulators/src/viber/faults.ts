import type { MediaFault } from '../http/media-faults.ts';

export type ViberFault =
  | 'rate-limited'
  | 'server-error'
  | 'page'
  | 'no-answer'
  | 'garbage'
  | 'device-refused'
  | 'no-webhook'
  | MediaFault;

/** Faults wait in a row for the calls that they can meet. */
export type FaultScript = {
  add(kind: ViberFault, times: number): void;
  clear(): void;
  take(...kinds: ViberFault[]): ViberFault | undefined;
};

/** Makes an empty script. */
export function createFaultScript(): FaultScript {
  let script: { kind: ViberFault; times: number }[] = [];
  return {
    add: (kind, times) => {
      script.push({ kind, times });
    },
    clear: () => {
      script = [];
    },
    take: (...kinds) => {
      const fault = script.find(({ kind }) => kinds.includes(kind));
      if (fault === undefined) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) script = script.filter((other) => other !== fault);
      return fault.kind;
    },
  };
}
