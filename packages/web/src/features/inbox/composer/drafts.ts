import { readStored, writeStored } from '../../../platform/session/local-data.ts';

const KEPT_DRAFTS = 50;

function readDrafts(): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readStored('drafts') ?? '{}');
    if (typeof stored !== 'object' || stored === null) return new Map();
    return new Map(Object.entries(stored).filter((entry) => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** What was written in a dialog and not sent. */
export function readDraft(uniqueId: string): string {
  return readDrafts().get(uniqueId) ?? '';
}

/** Keeps a draft; the oldest go when there are too many. */
export function writeDraft(uniqueId: string, text: string): void {
  const drafts = readDrafts();
  drafts.delete(uniqueId);
  if (text.trim() !== '') drafts.set(uniqueId, text);
  writeStored('drafts', JSON.stringify(Object.fromEntries([...drafts].slice(-KEPT_DRAFTS))));
}
