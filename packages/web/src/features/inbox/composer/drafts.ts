import { readOwn, writeOwn } from '../../../platform/session/own-data.ts';

const KEPT_DRAFTS = 50;

function readDrafts(): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readOwn('replies') ?? '{}');
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
  writeOwn('replies', JSON.stringify(Object.fromEntries([...drafts].slice(-KEPT_DRAFTS))));
}

type Offer = { uniqueId: string; text: string };
const listeners = new Set<(offer: Offer) => void>();

/** Puts a text into what is being written in a dialog, behind what stands there. */
export function offerDraft({ uniqueId, text }: Offer): void {
  const known = readDraft(uniqueId);
  const joined = known.trim() === '' ? text : `${known}\n${text}`;
  writeDraft(uniqueId, joined);
  for (const listener of [...listeners]) listener({ uniqueId, text: joined });
}

/** Hears of drafts that others have changed. */
export function onDraftOffered(listener: (offer: Offer) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
