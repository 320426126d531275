import { readOfTab, writeOfTab } from '../session/local-data.ts';
import { listOwn, readOwn, writeOwn } from '../session/own-data.ts';

/**
 * What was typed into a form and not saved: the changed fields alone, so that news in the others stay, and `before`, what was
 * saved of them then. `place`: several tabs may each keep a draft of one name.
 */
export type Draft = {
  name: string;
  place: string;
  at: Date;
  values: Record<string, unknown>;
  before: Record<string, unknown>;
};

/** What the places of drafts begin with among what a person leaves in his browser. */
export const DRAFTS = 'draft.';
/** Between the name and what tells its places apart; no name has it. */
const APART = '\u001f';
const KEPT_DRAFTS = 50;
const KEPT_FOR_MS = 30 * 86_400_000;

/** The draft of this name that the signed-in person left in this tab, or else the newest in this browser. */
export function readDraft(name: string): Draft | null {
  return listDrafts(name).find((draft) => draft.name === name) ?? null;
}

/** The drafts whose names begin in one of these ways: those of this tab first, then the newest. */
export function listDrafts(...beginnings: string[]): Draft[] {
  const keys = beginnings.flatMap((beginning) => listOwn(DRAFTS + beginning));
  const places = keys.map((key) => key.slice(DRAFTS.length));
  const drafts = places.flatMap((place) => readPlace(place) ?? []);
  return drafts.sort(
    (one, other) => Number(isOfTab(other)) - Number(isOfTab(one)) || other.at.getTime() - one.at.getTime(),
  );
}

const isOfTab = ({ place }: Draft): boolean => readOfTab(DRAFTS + place) !== null;

/** A place where nothing of this name is kept yet. */
export function freePlace(name: string): string {
  return readOwn(DRAFTS + name) === null ? name : name + APART + crypto.randomUUID();
}

/** Keeps a draft over a reload, a lost session and a lost server. Nothing changed: nothing is kept. */
export function keepDraft({ place, at, values, before }: Omit<Draft, 'name'>): void {
  if (Object.keys(values).length === 0) {
    forgetDraft(place);
    return;
  }
  writeOwn(DRAFTS + place, JSON.stringify({ at: at.toISOString(), values, before }));
  writeOfTab(DRAFTS + place, '');
  const oldest = new Date(at.getTime() - KEPT_FOR_MS);
  for (const [rank, draft] of listDrafts('').entries()) {
    if (rank >= KEPT_DRAFTS || draft.at < oldest) forgetDraft(draft.place);
  }
}

/** Another tab writes there now: what it keeps is not this tab's. */
export function leavePlace(place: string): void {
  writeOfTab(DRAFTS + place, null);
}

/** It was saved or given up. */
export function forgetDraft(place: string): void {
  writeOwn(DRAFTS + place, null);
  writeOfTab(DRAFTS + place, null);
}

function readPlace(place: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(readOwn(DRAFTS + place) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const at: unknown = Reflect.get(stored, 'at');
    const values = toRecord(Reflect.get(stored, 'values'));
    if (typeof at !== 'string' || values === null) return null;
    const [name = place] = place.split(APART);
    return { name, place, at: new Date(at), values, before: toRecord(Reflect.get(stored, 'before')) ?? {} };
  } catch {
    return null;
  }
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}
