import type { MediaFault } from '../http/media-faults.ts';

export type MetaFault =
  | 'rate-limited'
  | 'server-error'
  | 'page'
  | 'no-answer'
  | 'garbage'
  | 'blocked'
  | 'restricted'
  | MediaFault;

/** Faults wait in a row for the calls that they can meet. */
export type FaultScript = {
  add(kind: MetaFault, times: number): void;
  clear(): void;
  take(...kinds: MetaFault[]): MetaFault | undefined;
};

/** Makes an empty script. */
export function createFaultScript(): FaultScript {
  let script: { kind: MetaFault; times: number }[] = [];
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
