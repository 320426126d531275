import type { SourceChanges } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { createRest } from '../../../platform/time/create-rest.ts';
import type { NewId } from '../../../platform/time/ids.ts';
import { restAsLong } from '../../../platform/time/rest-as-long.ts';
import type { DocumentPlace, PassageDraft } from '../reading/document.ts';
import type { RequireRoom } from '../within-memory.ts';
import { listChangedTexts } from './changes/list-changed-texts.ts';
import {
  deletePassages,
  type HeldPassage,
  insertPassages,
  movePassages,
  type NewPassage,
  type Placed,
  raiseRevision,
  readSourcePassages,
} from './source-passage-store.ts';

/** Of one statement: a long list of texts would stop other work while it is written down. */
const ROWS_AT_ONCE = 250;
const COMPARED_PER_SLICE = 50;
/** A millisecond of writing, whatever the length of its passages. */
export const CHARACTERS_AT_ONCE = 20_000;

/** A piece as it is stored: `question` is what stands above it. */
export type Piece = { question: string; body: string; trail: string[]; place: DocumentPlace; memory: number };

/** `held`: how many there were. */
export type PassageChange = { held: number; gone: readonly PlacedText[]; fresh: readonly PlacedText[] };
type PlacedText = { trail: readonly string[]; body: string; place: DocumentPlace };

type Swap = {
  accountId: string;
  knowledgeBaseId: string;
  sourceId: string;
  kind: 'file' | 'page';
  pieces: Piece[];
  /** Asked before anything is written. */
  requireRoom: RequireRoom;
  /** Asked first of all whether the change may be: throws where it may not. */
  judge?: ((change: PassageChange) => Promise<void>) | undefined;
  now: Date;
};

const ABOVE = ' › ';

/** What a passage is found by: what the owner says of the source, then the headings above. */
export function questionOf({ trail }: PassageDraft, { hint, title }: { hint: string; title: string }): string {
  const parts = [hint, ...(trail.length > 0 ? trail : [title])];
  return parts.filter((part) => part !== '').join(ABOVE);
}

/**
 * Puts the pieces of a new reading in the place of the former ones, within a transaction that holds the lock of the
 * account's knowledge. A piece that is there already keeps its row, so that indexes take in only what changed.
 */
export async function swapPassages(
  tx: Queryable,
  newId: NewId,
  { pieces, requireRoom, judge, ...swap }: Swap,
): Promise<{ added: number; removed: number; texts: SourceChanges | null }> {
  const held = await readSourcePassages.all(tx, swap);
  const { kept, fresh, gone } = await compare(held, pieces, newId);
  await judge?.({ held: held.length, gone, fresh });
  const isRemoving = gone.length > 0;
  if (isRemoving || fresh.length > 0) {
    const memory = sum(fresh) - sum(gone);
    requireRoom(memory);
    const base = await raiseRevision.first(tx, { ...swap, memory, isRemoving });
    // The base went, and the source with it.
    if (base === undefined) return { added: 0, removed: 0, texts: null };
    if (isRemoving) await deletePassages.run(tx, { ...swap, ids: gone.map(({ id }) => id) });
    for (const rows of slicesOf(fresh, charactersOf))
      await restAsLong(() => insertPassages.run(tx, { ...swap, ...base, rows }));
  }
  for (const rows of slicesOf(kept, () => 0)) await restAsLong(() => movePassages.run(tx, { ...swap, rows }));
  // What is read for the first time changes nothing.
  const texts = held.length === 0 ? null : await listChangedTexts(gone, fresh);
  return { added: fresh.length, removed: gone.length, texts };
}

const charactersOf = ({ question, body, trail }: NewPassage) =>
  trail.reduce((total, { length }) => total + length, question.length + body.length);

/** In the same order; one row of more characters stands alone. */
function* slicesOf<Row>(rows: readonly Row[], charactersOfRow: (row: Row) => number): Generator<Row[]> {
  let slice: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const more = charactersOfRow(row);
    if (slice.length === ROWS_AT_ONCE || (slice.length > 0 && characters + more > CHARACTERS_AT_ONCE)) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(row);
    characters += more;
  }
  if (slice.length > 0) yield slice;
}

const sum = (rows: { memory: number }[]) => rows.reduce((total, { memory }) => total + memory, 0);
const keyOf = ({ question, body }: { question: string; body: string }) => `${question}\u0000${body}`;

/** The same text may stand in a document several times: from the last one on, which is as good as any. */
async function compare(held: HeldPassage[], pieces: Piece[], newId: NewId) {
  const rest = createRest(COMPARED_PER_SLICE);
  const free = Map.groupBy(held, keyOf);
  const kept: Placed[] = [];
  const fresh: NewPassage[] = [];
  for (const [position, piece] of pieces.entries()) {
    const same = free.get(keyOf(piece))?.pop();
    if (same) kept.push({ id: same.id, position, place: piece.place });
    else fresh.push({ ...piece, id: newId(), position });
    await rest(1);
  }
  return { kept, fresh, gone: [...free.values()].flat() };
}
