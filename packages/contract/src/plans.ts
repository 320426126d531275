/** Plans of the specification, sections 3, 4 and 9. */
export const plans = ['free', 'trial', 'starter', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const subscriptionStatuses = ['active', 'paused', 'stopped'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** `starterFromAdmin`, a stored value of the specification, is read as starter. */
export function readPlan(stored: string): Plan {
  if (stored === 'starterFromAdmin') return 'starter';
  return plans.find((plan) => plan === stored) ?? 'free';
}

/** Free and trial count as free plans. */
export function isFreePlan(plan: Plan): boolean {
  return plan === 'free' || plan === 'trial';
}
