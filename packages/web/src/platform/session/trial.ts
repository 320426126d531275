import type { UserData } from '@otvet/contract';

const DAY_MS = 86_400_000;

export type Trial = NonNullable<UserData['trial']>;
export type TrialState = {
  counts: Exclude<Trial['counts'], 'nothing'>;
  left: number;
  days: number;
  /** What has ended; null while the trial lasts. */
  ended: 'messages' | 'time' | null;
};

/** What a trial still allows; null where nothing that happens here is counted. */
export function readTrial({ trial, now }: { trial: UserData['trial'] | undefined; now: Date }): TrialState | null {
  if (!trial || trial.counts === 'nothing') return null;
  const left = Math.max(0, trial.limit - trial.used);
  const days = Math.max(0, Math.ceil((new Date(trial.endsAt).getTime() - now.getTime()) / DAY_MS));
  const ended = days === 0 ? ('time' as const) : 'messages';
  return { counts: trial.counts, left, days, ended: left === 0 || days === 0 ? ended : null };
}
