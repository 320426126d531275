/** One query's outcome in the run form of the evaluation data. */
export type RunLine = {
  id: string;
  ranked: Array<{ id: string; score: number }>;
  confidence: number;
  answered: boolean;
  answer?: string | undefined;
};

export type ScoredQuery = {
  id: string;
  gold: string[];
  answers?: Array<{ text: string }> | undefined;
};

export type RunScore = {
  answerable: number;
  mustRefuse: number;
  r1: number;
  r5: number;
  mrr10: number;
  auroc: number | null;
  refuseF1: number | null;
  rightAtFa5: number | null;
  decided: {
    inRight: number;
    inWrong: number;
    inRefused: number;
    oosAnswered: number;
    oosRefused: number;
    rightShare: number | null;
    refuseRecall: number | null;
    /** Of the questions that must be refused. */
    falseShare: number | null;
    wrongShareOfAnswers: number;
  };
  /** Answered questions with known spans: how many answers contain one, and their mean length in words. */
  spans: { answered: number; contained: number | null; words: number | null };
};

type Judged = {
  confidence: number;
  isRight: boolean;
};

/** The figures of the evaluation data's own scorer: a query must be refused when none of its gold ids is in the base. */
export function scoreRun(read: { entryIds: Set<string>; queries: ScoredQuery[]; run: RunLine[] }): RunScore {
  const lines = new Map(read.run.map((line) => [line.id, line]));
  const answerable: Judged[] = [];
  const refusable: number[] = [];
  const decided = { inRight: 0, inWrong: 0, inRefused: 0, oosAnswered: 0, oosRefused: 0 };
  let [first, five, reciprocal] = [0, 0, 0];
  for (const query of read.queries) {
    const line = lines.get(query.id);
    if (line === undefined) throw new Error(`the run lacks the query ${query.id}`);
    const gold = query.gold.filter((id) => read.entryIds.has(id));
    if (gold.length === 0) {
      refusable.push(line.confidence);
      decided[line.answered ? 'oosAnswered' : 'oosRefused'] += 1;
      continue;
    }
    const place = line.ranked.slice(0, 10).findIndex(({ id }) => gold.includes(id));
    answerable.push({ confidence: line.confidence, isRight: place === 0 });
    if (place === 0) first += 1;
    if (place >= 0 && place < 5) five += 1;
    if (place >= 0) reciprocal += 1 / (place + 1);
    if (!line.answered) decided.inRefused += 1;
    else decided[place === 0 ? 'inRight' : 'inWrong'] += 1;
  }
  const count = Math.max(1, answerable.length);
  const isMixed = answerable.length > 0 && refusable.length > 0;
  const wrong = decided.inWrong + decided.oosAnswered;
  return {
    answerable: answerable.length,
    mustRefuse: refusable.length,
    r1: first / count,
    r5: five / count,
    mrr10: reciprocal / count,
    auroc: isMixed ? areaUnderCurve({ high: answerable.map(({ confidence }) => confidence), low: refusable }) : null,
    spans: scoreSpans(read.queries, { entryIds: read.entryIds, lines }),
    ...(isMixed ? sweepThresholds({ answerable, refusable }) : { refuseF1: null, rightAtFa5: null }),
    decided: {
      ...decided,
      rightShare: answerable.length > 0 ? decided.inRight / answerable.length : null,
      refuseRecall: refusable.length > 0 ? decided.oosRefused / refusable.length : null,
      falseShare: refusable.length > 0 ? decided.oosAnswered / refusable.length : null,
      wrongShareOfAnswers: wrong / Math.max(1, wrong + decided.inRight),
    },
  };
}

/** As the scorer has it: over the answerable questions that got an answer, right or wrong. */
function scoreSpans(
  queries: ScoredQuery[],
  run: { entryIds: Set<string>; lines: Map<string, RunLine> },
): RunScore['spans'] {
  let [answered, contained, words] = [0, 0, 0];
  for (const { id, gold, answers = [] } of queries) {
    const answer = run.lines.get(id)?.answer;
    if (answer === undefined || answers.length === 0 || !gold.some((each) => run.entryIds.has(each))) continue;
    const given = plainWords(answer);
    answered += 1;
    words += given.length;
    if (answers.some(({ text }) => containsRun(given, plainWords(text)))) contained += 1;
  }
  const share = (sum: number) => (answered === 0 ? null : sum / answered);
  return { answered, contained: share(contained), words: share(words) };
}

const ARTICLES = new Set(['a', 'an', 'the']);

function plainWords(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('\u0301', '');
  const words = plain.replace(/[\p{P}$+<=>^`|~]/gu, ' ').split(/\s+/);
  return words.filter((word) => word !== '' && !ARTICLES.has(word));
}

function containsRun(words: string[], run: string[]): boolean {
  return run.length > 0 && words.some((_, start) => run.every((word, place) => words[start + place] === word));
}

/** Chance that a value of `high` is above one of `low`; equal values count half. */
export function areaUnderCurve(read: { high: number[]; low: number[] }): number {
  const all = [...read.high.map((value) => ({ value, side: 1 })), ...read.low.map((value) => ({ value, side: 0 }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    let high = 0;
    while (end < all.length && all[end]?.value === all[start]?.value) {
      high += all[end]?.side ?? 0;
      end += 1;
    }
    rankSum += high * ((start + 1 + end) / 2);
    start = end;
  }
  const count = read.high.length;
  return (rankSum - (count * (count + 1)) / 2) / (count * read.low.length);
}

/** Best F1 of refusing over all thresholds, and right answers with at most 5 % of the must-refuse queries answered. */
function sweepThresholds(read: { answerable: Judged[]; refusable: number[] }): {
  refuseF1: number;
  rightAtFa5: number;
} {
  const answerable = read.answerable.toSorted((a, b) => a.confidence - b.confidence);
  const refusable = read.refusable.toSorted((a, b) => a - b);
  const thresholds = new Set([...answerable.map(({ confidence }) => confidence), ...refusable, Infinity]);
  let [refused, rightlyRefused, refuseF1, rightAtFa5] = [0, 0, 0, 0];
  let right = answerable.filter(({ isRight }) => isRight).length;
  for (const threshold of [...thresholds].sort((a, b) => a - b)) {
    while ((answerable[refused]?.confidence ?? Infinity) < threshold) {
      if (answerable[refused]?.isRight) right -= 1;
      refused += 1;
    }
    while ((refusable[rightlyRefused] ?? Infinity) < threshold) rightlyRefused += 1;
    const recall = rightlyRefused / refusable.length;
    const f1 = (2 * rightlyRefused) / (refused + rightlyRefused + refusable.length);
    refuseF1 = Math.max(refuseF1, f1);
    if (1 - recall <= 0.05) rightAtFa5 = Math.max(rightAtFa5, right / answerable.length);
  }
  return { refuseF1, rightAtFa5 };
}
