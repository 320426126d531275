import type { speakerLines } from '@otvet/contract';
import type { NewId } from '../../platform/time/ids.ts';

/** Who takes a dialog over or hands it back. */
export type Speaker = { userId: string; userName: string };

/** The row of a line that says who has the dialog; `by` null: somebody on the platform, or the assistant by itself. */
export function lineOf<Line extends (typeof speakerLines)[number]>(
  { newId }: { newId: NewId },
  { line, by, now }: { line: Line; by: Speaker | null; now: Date },
) {
  return { lineId: newId(), userId: by?.userId ?? null, userName: by?.userName ?? null, line, now };
}
