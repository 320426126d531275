import type { FieldValues } from '@otvet/contract';
import type { ChoiceStep, StepContext } from '../../connect-port.ts';

/** A way to connect that needs what an installation may not have. */
export type Way = { value: string; title: string; hint: string; isOffered(context: StepContext): boolean };

/** Which of several ways; the only one is taken without a question. */
export function createWayStep(title: string, ways: readonly Way[]): ChoiceStep {
  const offered = (context: StepContext) => ways.filter(({ isOffered }) => isOffered(context));
  return {
    kind: 'choice',
    name: 'way',
    title,
    isNeeded: (context) => offered(context).length > 1,
    list: async (context) =>
      offered(context).map(({ value, title: words, hint }) => ({ value, title: words, hint, isAvailable: true })),
    take: async (way, { values }) => ({ ...values, way }),
  };
}

/** Where nothing was asked the last way of all is meant: an application of the owner's own. */
export const wayOf = ({ way }: FieldValues, only: string): string => way ?? only;
