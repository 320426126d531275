/** Names of the columns of a table of pairs, in a file and in pasted text alike; of several ways to ask there may be several columns. */
const NAMES = {
  question: [
    ...['вопрос', 'вопросы', 'вопрос клиента', 'что спрашивают', 'question', 'questions', 'q', 'faq'],
    ...['customer question', 'what they ask'],
  ],
  answer: [
    ...[
      'ответ',
      'ответы',
      'ответ клиенту',
      'что отвечаем',
      'что отвечать',
      'answer',
      'answers',
      'a',
      'reply',
      'response',
    ],
    ...['our answer', 'what we answer'],
  ],
  phrasings: [
    ...[
      'другие формулировки',
      'формулировки',
      'формулировка',
      'варианты вопроса',
      'вариант вопроса',
      'похожие вопросы',
    ],
    ...['other phrasings', 'phrasings', 'phrasing', 'other wordings', 'question variants', 'similar questions'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type PairColumn = keyof typeof NAMES;

/** Whether a cell names this column. */
export function isPairColumn(cell: string, column: PairColumn): boolean {
  const names: readonly string[] = NAMES[column];
  return names.includes(foldName(cell));
}

const foldName = (cell: string): string =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
