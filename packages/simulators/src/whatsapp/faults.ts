import type { MediaFault } from '../http/media-faults.ts';

export type WhatsAppFault =
  | 'rate-limited'
  | 'pair-limited'
  | 'server-error'
  | 'page'
  | 'no-answer'
  | 'garbage'
  | MediaFault
  | 'refused-later'
  | 'payment'
  | 'template-paused';

/** Faults wait in a row for the calls that they can meet. */
export type FaultScript = {
  add(kind: WhatsAppFault, times?: number): void;
  clear(): void;
  take(...kinds: WhatsAppFault[]): WhatsAppFault | undefined;
};

/** Makes an empty script. */
export function createFaultScript(): FaultScript {
  let script: { kind: WhatsAppFault; times: number }[] = [];
  return {
    add: (kind, times = 1) => {
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
