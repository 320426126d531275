import { foldQuestion, type ImportedRow, type ImportFault, judgePairs, type PairText } from '@otvet/contract';

export type RowPair = PairText & { row: number };
export type KnownPair = { id: string; folded: string; answer: string; memory: number };
/** What an import does: rows that become pairs, pairs that get another answer, and rows that are left out. */
export type ImportPlan = {
  added: RowPair[];
  changed: (RowPair & { id: string; formerAnswer: string; formerMemory: number })[];
  skipped: (RowPair & { reason: ImportFault })[];
};

/** As spreadsheets show what could not be computed. */
const CELL_ERROR =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|ERROR!|ССЫЛКА!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/i;
const SHOWN_CHARACTERS = 200;

/** Judges rows by themselves; what the base holds is not looked at. */
export function judgeRows(rows: readonly RowPair[]): { good: RowPair[]; skipped: ImportPlan['skipped'] } {
  const isError = ({ question, answer }: PairText) => CELL_ERROR.test(question) || CELL_ERROR.test(answer);
  const failed = rows.filter(isError).map((row) => ({ ...row, reason: 'cell_error' as const }));
  const sound = rows.filter((row) => !isError(row));
  const { good, refused } = judgePairs(sound);
  const skipped = refused.flatMap(({ at, reason }) => {
    const row = sound[at];
    return row === undefined ? [] : [{ ...row, reason }];
  });
  const taken = good.map(({ at, question, answer }) => ({ row: sound[at]?.row ?? 0, question, answer }));
  return { good: taken, skipped: [...failed, ...skipped] };
}

/** A question that the base has gets the answer of the sheet; one that has it already is left out. */
export function planImport({ good, skipped }: ReturnType<typeof judgeRows>, known: readonly KnownPair[]): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], skipped: [...skipped] };
  const byQuestion = Map.groupBy(known, ({ folded }) => folded);
  for (const pair of good) {
    const [oldest, ...others] = byQuestion.get(foldQuestion(pair.question)) ?? [];
    if (oldest === undefined) plan.added.push(pair);
    else if ([oldest, ...others].some(({ answer }) => answer === pair.answer))
      plan.skipped.push({ ...pair, reason: 'known' });
    else plan.changed.push({ ...pair, id: oldest.id, formerAnswer: oldest.answer, formerMemory: oldest.memory });
  }
  return plan;
}

/** What became, or would become, of the rows, in their order. */
export function showRows({ added, changed, skipped }: ImportPlan): ImportedRow[] {
  const rows: ImportedRow[] = [
    ...added.map((pair) => ({ outcome: 'added' as const, ...cut(pair) })),
    ...changed.map(({ formerAnswer, ...pair }) => ({
      outcome: 'changed' as const,
      ...cut(pair),
      formerAnswer: cutText(formerAnswer),
    })),
    ...skipped.map(({ reason, ...pair }) => ({ outcome: 'skipped' as const, ...cut(pair), reason })),
  ];
  return rows.sort((left, right) => left.row - right.row);
}

const cut = ({ row, question, answer }: RowPair) => ({ row, question: cutText(question), answer: cutText(answer) });

const cutText = (text: string) =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text;
