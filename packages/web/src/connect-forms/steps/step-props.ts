import type { ConnectFault, ConnectInput, ConnectStep } from '@otvet/contract';
import type { Keeping } from '../typed-values.ts';

/** What every step gets: what to show, what went wrong last, and the way on. */
export type StepProps<Kind extends ConnectStep['kind']> = {
  step: Extract<ConnectStep, { kind: Kind }>;
  /** Name of the channel's type for people. */
  channel: string;
  isBusy: boolean;
  error: unknown;
  fault: ConnectFault | null;
  keeping: Keeping;
  advance: (input: ConnectInput) => void;
};
