import { readOfTab, writeOfTab } from './local-data.ts';

const NAME = 'signUpStep';

/** Whether the account was made in this tab and its last step is still to be done or put off; outlives a reload. */
export function isCompletingSignUp(): boolean {
  return readOfTab(NAME) !== null;
}

export function noteSignUpStep(step: 'completion' | null): void {
  writeOfTab(NAME, step);
}
