import type { DocumentBlock, DocumentPlace, PassageDraft, ReadDocument } from './document.ts';
import { cutShort } from './passages/cut-short.ts';
import { asksQuestions, cutTable } from './passages/cut-table.ts';
import { cutText, PASSAGE_WORDS, weighText } from './passages/cut-text.ts';

/** A part that stays whole: a sentence or two, an item, a short table. `breaks`: what divides it from the part before. */
type Unit = { text: string; words: number; place: PassageDraft['place']; breaks: string };
type Section = { trail: string[]; units: Unit[] };
type Heading = { level: number; text: string; place: PassageDraft['place']; isUsed: boolean };

/** A piece below this goes with its neighbour of the same subject. */
const FEW_WORDS = 60;
const MAX_TRAIL = 8;
const MAX_TRAIL_CHARACTERS = 300;
/** Words before a list or a table that say what it is of. */
const MAX_LEAD_WORDS = 30;

/**
 * Pieces that are found and quoted by themselves, in the order of the document: of one subject, with the headings above
 * them, and no larger than an answer reads. Nothing is lost: a heading without a text of its own is a piece.
 */
export function cutPassages({ blocks }: Pick<ReadDocument, 'blocks'>): PassageDraft[] {
  const passages: PassageDraft[] = [];
  const headings: Heading[] = [];
  let section: Section = { trail: [], units: [] };
  const close = () => {
    passages.push(...joinUnits(section));
    section = { trail: trailOf(headings), units: [] };
  };
  const leave = (level: number) => {
    for (let last = headings.at(-1); last !== undefined && last.level >= level; last = headings.at(-1)) {
      headings.pop();
      if (!last.isUsed) passages.push(...pieceOf(last, trailOf(headings)));
    }
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      close();
      leave(block.level);
      headings.push({ level: block.level, text: block.text, place: block.place, isUsed: false });
      section = { trail: trailOf(headings), units: [] };
    } else {
      for (const heading of headings) heading.isUsed = true;
      if (block.kind === 'table') addTable(block);
      else section.units.push(...unitsOf(block));
    }
  }
  close();
  leave(0);
  return passages;

  function addTable(table: Extract<DocumentBlock, { kind: 'table' }>): void {
    const lead = takeLead(section.units);
    const cut = cutTable(table);
    const whole = cut.map(({ text }) => text).join('\n');
    // An answer stands apart from those to other questions.
    const isOfOne = !asksQuestions(table) && cut.every(({ trail }) => trail.length === 0);
    const isShort = isOfOne && weighText(whole) <= PASSAGE_WORDS;
    if (isShort) {
      const [first, ...rest] = cut.map((row) => row.place);
      const place = first && rest.reduce((span, next) => spanRows(span, next, '\n'), first);
      if (place !== undefined) section.units.push({ text: whole, words: weighText(whole), place, breaks: '\n' });
      return;
    }
    close();
    const trail = [...section.trail, ...lead];
    passages.push(...cut.map((row) => ({ ...row, trail: shorten([...trail, ...row.trail]) })));
  }
}

function trailOf(headings: Heading[]): string[] {
  return shorten(headings.map(({ text }) => text));
}

/** The outermost and the nearest say most. */
function shorten(trail: string[]): string[] {
  const kept = trail.length > MAX_TRAIL ? [...trail.slice(0, 1), ...trail.slice(1 - MAX_TRAIL)] : trail;
  return kept.map((text) =>
    text.length > MAX_TRAIL_CHARACTERS ? `${cutShort(text, MAX_TRAIL_CHARACTERS - 1)}…` : text,
  );
}

function pieceOf({ text, place }: Heading, trail: string[]): PassageDraft[] {
  return cutText(text).map((part) => ({ trail, text: part, place }));
}

/** The line before a table or list, which says what its parts have in common. It stays a piece of its own besides. */
function takeLead(units: Unit[]): string[] {
  const last = units.at(-1);
  return last !== undefined && last.words <= MAX_LEAD_WORDS && /[:：]$/.test(last.text) ? [last.text.slice(0, -1)] : [];
}

function unitsOf(block: Exclude<DocumentBlock, { kind: 'heading' | 'table' }>): Unit[] {
  const { place } = block;
  const texts =
    block.kind === 'list' ? block.items.map((item) => (/^\d/.test(item) ? item : `• ${item}`)) : [block.text];
  return texts.flatMap((text) =>
    cutText(text).map((part, at) => ({ text: part, words: weighText(part), place, breaks: at === 0 ? '\n' : ' ' })),
  );
}

/** Joins parts of one subject to pieces of nearly the same size: none is left over that is too short to say anything. */
function joinUnits({ trail, units }: Section): PassageDraft[] {
  const all = units.reduce((sum, { words }) => sum + words, 0);
  const count = Math.max(1, Math.ceil(all / PASSAGE_WORDS));
  const size = Math.max(FEW_WORDS, all / count);
  const passages: PassageDraft[] = [];
  let open: { text: string; words: number; place: PassageDraft['place'] } | undefined;
  const close = () => {
    if (open !== undefined) passages.push({ trail, text: open.text, place: open.place });
    open = undefined;
  };
  for (const [at, unit] of units.entries()) {
    const fits = open !== undefined && open.words + unit.words <= PASSAGE_WORDS;
    const isEnough = open !== undefined && open.words + unit.words / 2 > size && !open.text.endsWith(':');
    if (!fits || isEnough || isLeadOfLong(units, at)) close();
    if (open === undefined) open = { text: unit.text, words: unit.words, place: unit.place };
    else {
      open.text += unit.breaks + unit.text;
      open.words += unit.words;
      open.place = spanRows(open.place, unit.place, unit.breaks);
    }
  }
  close();
  return passages;
}

/** From the first row of the one to the last of the other, within a sheet; what follows in the same line has its row. */
function spanRows(first: DocumentPlace, next: DocumentPlace, breaks: string): DocumentPlace {
  const { row, lastRow: end = row } = first;
  if (row === undefined || next.row === undefined || next.sheet !== first.sheet) return first;
  const [own, ...others] = next.lineRows ?? [next.row];
  const lineRows = [...(first.lineRows ?? [row]), ...(breaks === '\n' && own !== undefined ? [own] : []), ...others];
  const lastRow = Math.max(end ?? row, next.lastRow ?? next.row);
  return lastRow === row ? first : { ...first, lastRow, lineRows };
}

/** A line that begins a list: where the list would not fit behind what is there, it begins a piece. */
function isLeadOfLong(units: Unit[], at: number): boolean {
  const unit = units[at];
  if (at === 0 || unit === undefined || !unit.text.endsWith(':')) return false;
  let following = unit.words;
  for (const next of units.slice(at + 1)) {
    if (!next.text.startsWith('• ') && !/^\d/.test(next.text)) break;
    following += next.words;
    if (following > FEW_WORDS) return true;
  }
  return false;
}
