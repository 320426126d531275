import { readBackto } from '../../platform/session/read-backto.ts';

type Step = { href: string; replace: boolean };

/** The sign-in form stands there before the router is loaded: the app says how to go on from it. */
let takeStep: ((step: Step) => Promise<void>) | undefined;

/** Says how the sign screens lead to other addresses. */
export function leadBy(take: (step: Step) => Promise<void>): void {
  takeStep = take;
}

/** Goes to an address of the app. */
export async function leadOn(step: Step): Promise<void> {
  await takeStep?.(step);
}

/** Where a visitor wanted to go before he had to sign in, as the address says it. */
export function wantedPlace(): string | null {
  return new URLSearchParams(window.location.search).get('backto');
}

/** Goes where the visitor wanted to go. */
export function goOn(): Promise<void> {
  return leadOn({ href: readBackto(wantedPlace(), window.location.origin), replace: true });
}
