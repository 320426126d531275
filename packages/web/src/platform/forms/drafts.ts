import { listOwn, readOwn, writeOwn } from '../session/own-data.ts';

/** What was typed into a form and not saved: the changed fields alone, so that news in the others stay. */
export type Draft = { name: string; at: Date; values: Record<string, unknown> };

const PREFIX = 'draft.';
const KEPT_DRAFTS = 50;
const KEPT_FOR_MS = 30 * 86_400_000;

/** The draft of this name that the signed-in person left in this browser. */
export function readDraft(name: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(readOwn(PREFIX + name) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const [at, values] = [Reflect.get(stored, 'at'), Reflect.get(stored, 'values')];
    if (typeof at !== 'string' || typeof values !== 'object' || values === null) return null;
    return { name, at: new Date(at), values: Object.fromEntries(Object.entries(values)) };
  } catch {
    return null;
  }
}

/** The drafts whose names begin so, newest first. */
export function listDrafts(beginning: string): Draft[] {
  const names = listOwn(PREFIX + beginning).map((key) => key.slice(PREFIX.length));
  const drafts = names.flatMap((name) => readDraft(name) ?? []);
  return drafts.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Keeps a draft over a reload, a lost session and a lost server. Nothing changed: nothing is kept. */
export function keepDraft({ name, at, values }: Draft): void {
  if (Object.keys(values).length === 0) {
    forgetDraft(name);
    return;
  }
  writeOwn(PREFIX + name, JSON.stringify({ at: at.toISOString(), values }));
  const oldest = new Date(at.getTime() - KEPT_FOR_MS);
  for (const [place, draft] of listDrafts('').entries()) {
    if (place >= KEPT_DRAFTS || draft.at < oldest) forgetDraft(draft.name);
  }
}

/** It was saved or given up. */
export function forgetDraft(name: string): void {
  writeOwn(PREFIX + name, null);
}
