import type { ConnectFault, ConnectInput, ConnectStep, FieldValues } from '@otvet/contract';
import type { OpenConnection } from '../connecting.ts';
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
  /** What was given to the step before, when its owner came back to it. */
  given: OpenConnection['given'];
  /** One step back, with what is typed into this one; null on the first one. */
  goBack: ((values: FieldValues) => void) | null;
  /** Whether the platform has used the address that the owner enters there; null where he enters none. */
  isAddressTried: boolean | null;
  /** What comes to that address is signed with another secret. */
  isRefused: boolean;
  advance: (input: ConnectInput) => void;
};
