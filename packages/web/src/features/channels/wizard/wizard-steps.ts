import type { TextKey } from '../../../platform/texts/text-key.ts';

/** The way from nothing to a channel that answers. */
export const wizardSteps = ['intro', 'channels', 'role', 'try'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export function stepTitle(step: WizardStep): TextKey {
  return `wizard.${step}.step`;
}
