import type { Message } from '@otvet/contract';

/** A run of equal lines: the messages that they belong to, in order. */
export type LineRun = readonly string[];

/** What a line says, as a key: of the conversation itself, or under a message that got no answer; null where there is none. */
function lineKey({ author, authorName, reason, text, silence, decision }: Message): string | null {
  if (author === 'system') return JSON.stringify(['system', reason, authorName, text]);
  return author === 'customer' && silence !== null && decision === null ? JSON.stringify(['silence', silence]) : null;
}

/** Runs of two or more equal lines without anything else between them on one day, by the ids of their messages. */
export function foldLines(messages: readonly Message[]): ReadonlyMap<string, LineRun> {
  const runs = new Map<string, LineRun>();
  let run: string[] = [];
  let previous: string | null = null;
  for (const message of messages) {
    const line = lineKey(message);
    const key = line === null ? null : `${new Date(message.createdAt).toDateString()} ${line}`;
    if (key === null || key !== previous) run = [];
    run.push(message.id);
    if (key !== null && run.length > 1) for (const id of run) runs.set(id, run);
    previous = key;
  }
  return runs;
}

/** How a message shows its line: alone, as a member of an open run, not at all, or for its whole run. */
export type LineFold = { kind: 'single' } | { kind: 'hidden' } | { kind: 'folded' | 'opened'; count: number };

/** `opened`: ids of messages whose runs are open. A run that grows at either end stays open. */
export function lineFoldOf(
  id: string,
  scene: { runs: ReadonlyMap<string, LineRun>; opened: ReadonlySet<string> },
): LineFold {
  const run = scene.runs.get(id);
  if (run === undefined) return { kind: 'single' };
  const isOpen = run.some((member) => scene.opened.has(member));
  if (id === run.at(-1)) return { kind: isOpen ? 'opened' : 'folded', count: run.length };
  return { kind: isOpen ? 'single' : 'hidden' };
}
