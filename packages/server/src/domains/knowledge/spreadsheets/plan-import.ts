import {
  cleanPhrasings,
  foldQuestion,
  type ImportedRow,
  type ImportFault,
  judgePairs,
  limits,
  type RepeatedRow,
} from '@otvet/contract';
import { sliceWork } from '../../../platform/time/slice-work.ts';
import { linesOf } from '../lines-of.ts';

export type RowPair = { row: number; question: string; answer: string; phrasings: string[] };
/** `place`: of the good row, from 1, whose question the pair is asked; `phrasings`: one a line. */
export type KnownPair = {
  id: string;
  place: number;
  question: string;
  answer: string;
  phrasings: string;
  memory: number;
};
/** `asked`: the question of the pair and all ways to ask it from now on. */
type ChangedPair = RowPair & {
  id: string;
  /** `null`: the answer stays. */
  formerAnswer: string | null;
  phrasingsAdded: string[];
  formerMemory: number;
  asked: { question: string; phrasings: string[] };
};
/** What an import does: rows that become pairs, pairs that get more, rows that the base holds already, and faulty ones. */
export type ImportPlan = {
  added: RowPair[];
  changed: ChangedPair[];
  unchanged: RowPair[];
  skipped: (RowPair & { reason: ImportFault; repeats?: RepeatedRow | undefined })[];
};

/** As spreadsheets show what could not be computed. */
const CELL_ERROR =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|ERROR!|ССЫЛКА!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/i;
const SHOWN_CHARACTERS = 200;
/** Before the place where two long answers begin to differ. */
const SHOWN_BEFORE = 60;

type JudgedRows = { good: RowPair[]; skipped: ImportPlan['skipped'] };

const CHARACTERS_PER_SLICE = 50_000;

/** Judges rows by themselves; what the base holds is not looked at. Others are served between them. */
export async function judgeRows(rows: readonly RowPair[]): Promise<JudgedRows> {
  const endSlice = sliceWork(CHARACTERS_PER_SLICE);
  const seen = new Set<string>();
  const byQuestion = new Map<string, RowPair>();
  const judged: JudgedRows = { good: [], skipped: [] };
  for (const row of rows) {
    const { good, refused } = judgePairs(isFailed(row) ? [] : [row], seen);
    const key = foldQuestion(row.question);
    const reason = refused[0]?.reason ?? 'cell_error';
    const [pair] = good.map(({ at: _, ...pair }) => ({ row: row.row, ...pair }));
    if (pair === undefined) {
      const repeats = reason === 'repeated' ? compareRows(row, byQuestion.get(key)) : undefined;
      judged.skipped.push({ ...row, reason, repeats });
    } else {
      judged.good.push(pair);
      byQuestion.set(key, pair);
    }
    await endSlice(charactersOf(row));
  }
  return judged;
}

/** The row above whose question it asks again, and whether it gives another answer. */
function compareRows({ answer }: RowPair, above: RowPair | undefined): RepeatedRow | undefined {
  return above && { row: above.row, isSameAnswer: above.answer === answer.trim() };
}

const charactersOf = ({ question, answer, phrasings }: RowPair) =>
  [answer, ...phrasings].reduce((sum, { length }) => sum + length, question.length);

const isFailed = ({ question, answer, phrasings }: RowPair) =>
  [question, answer, ...phrasings].some((cell) => CELL_ERROR.test(cell));

/**
 * A question that the base has, in whichever of its ways to ask, gets the answer of the sheet and its further ways; one
 * that has all of it already stays as it is. Others are served between them.
 */
export async function planImport({ good, skipped }: JudgedRows, known: readonly KnownPair[]): Promise<ImportPlan> {
  const endSlice = sliceWork(CHARACTERS_PER_SLICE);
  const plan: ImportPlan = { added: [], changed: [], unchanged: [], skipped: [...skipped] };
  const taken = new Map<string, RowPair>();
  const byPlace = Map.groupBy(known, ({ place }) => place);
  for (const [at, pair] of good.entries()) {
    await endSlice(charactersOf(pair));
    const [oldest, ...others] = byPlace.get(at + 1) ?? [];
    if (oldest === undefined) {
      plan.added.push(pair);
      continue;
    }
    const same = [oldest, ...others].find(({ answer }) => answer === pair.answer);
    const target = same ?? oldest;
    const before = linesOf(target.phrasings);
    const phrasings = cleanPhrasings(target.question, [...before, ...pair.phrasings]);
    const phrasingsAdded = phrasings.filter((phrasing) => !before.includes(phrasing));
    const { id, question, memory: formerMemory } = target;
    const formerAnswer = same === undefined ? target.answer : null;
    const repeats = compareRows(pair, taken.get(id));
    if (repeats !== undefined) plan.skipped.push({ ...pair, reason: 'repeated', repeats });
    else if (phrasings.length > limits.phrasings) plan.skipped.push({ ...pair, reason: 'too_many_phrasings' });
    else if (same !== undefined && phrasingsAdded.length === 0) plan.unchanged.push(pair);
    else {
      taken.set(id, pair);
      const asked = { question, phrasings };
      plan.changed.push({ ...pair, id, formerAnswer, formerMemory, phrasingsAdded, asked });
    }
  }
  return plan;
}

/** What became, or would become, of the rows, in their order; texts are cut, or `whole`. */
export function showRows(
  { added, changed, unchanged, skipped }: ImportPlan,
  shown: 'cut' | 'whole' = 'cut',
): ImportedRow[] {
  const cut = shown === 'cut' ? cutPair : showWhole;
  const rows: ImportedRow[] = [
    ...added.map((pair) => ({ outcome: 'added' as const, ...cut(pair) })),
    ...changed.map((pair) =>
      shown === 'cut'
        ? showChange(pair)
        : {
            outcome: 'changed' as const,
            ...showWhole(pair),
            formerAnswer: pair.formerAnswer,
            phrasingsAdded: pair.phrasingsAdded,
          },
    ),
    ...unchanged.map((pair) => ({ outcome: 'unchanged' as const, ...cut(pair) })),
    ...skipped.map(({ reason, repeats, ...pair }) => ({ outcome: 'skipped' as const, ...cut(pair), reason, repeats })),
  ];
  return rows.sort((left, right) => left.row - right.row);
}

function showChange({ formerAnswer, phrasingsAdded, ...pair }: ChangedPair): ImportedRow {
  const from = formerAnswer === null ? 0 : shownFrom(formerAnswer, pair.answer);
  return {
    outcome: 'changed',
    ...cutPair(pair),
    answer: cutText(pair.answer, from),
    formerAnswer: formerAnswer === null ? null : cutText(formerAnswer, from),
    phrasingsAdded: phrasingsAdded.map((phrasing) => cutText(phrasing)),
  };
}

/** Where two texts are shown from, so that what differs can be seen. */
function shownFrom(left: string, right: string): number {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same += 1;
  return same < SHOWN_CHARACTERS - SHOWN_BEFORE ? 0 : same - SHOWN_BEFORE;
}

const showWhole = ({ row, question, answer, phrasings }: RowPair) => ({ row, question, answer, phrasings });

const cutPair = ({ row, question, answer, phrasings }: RowPair) => ({
  row,
  question: cutText(question),
  answer: cutText(answer),
  phrasings: phrasings.slice(0, limits.phrasings).map((phrasing) => cutText(phrasing)),
});

function cutText(text: string, from = 0): string {
  const shown = text.slice(from, from + SHOWN_CHARACTERS).toWellFormed();
  return `${from > 0 ? '…' : ''}${shown}${text.length > from + SHOWN_CHARACTERS ? '…' : ''}`;
}
