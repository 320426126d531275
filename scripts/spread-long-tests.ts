import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Journeys and faults wait for processes and browsers: minutes, whatever the length of their text. */
const LONG = /\/packages\/(?:e2e|bench)\/|\/src\/(?:chaos|sweeps)\/|\/database\/embedded\/|\/phone-photos\.test/;
/** Five minutes of one processor, whatever the length of their text: begun late they are what a run ends with, beside idle workers. */
export const LONGEST = /\/chaos\/server-killed-forty-times\.test|\/shape\/regular-expressions\.test/;
/** The last part of a run is left to short files, so that no worker is waited for. */
const SPREAD_OVER = 0.8;

/**
 * Without the times of an earlier run Vitest begins with the longest texts: journeys of three lines stood at the very end,
 * two processors idle beside them. Here files that wait are spread among those that compute.
 */
export class SpreadLongTests extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spread(files.map((file) => ({ file, path: file.moduleId, size: statSync(file.moduleId).size }))).map(
      ({ file }) => file,
    );
  }
}

/** The longest first, then long files at even distances; within both kinds the larger ones go first. */
export function spread<Entry extends { path: string; size: number }>(files: Entry[]): Entry[] {
  const bySize = files.toSorted((one, other) => other.size - one.size);
  const longest = bySize.filter(({ path }) => LONGEST.test(path));
  const others = bySize.filter(({ path }) => !LONGEST.test(path));
  const long = others.filter(({ path }) => LONG.test(path));
  const short = others.filter(({ path }) => !LONG.test(path));
  const placed = [
    ...long.map((file, at) => ({ file, place: (at / long.length) * SPREAD_OVER })),
    ...short.map((file, at) => ({ file, place: (at + 0.5) / short.length })),
  ];
  return [...longest, ...placed.toSorted((one, other) => one.place - other.place).map(({ file }) => file)];
}
