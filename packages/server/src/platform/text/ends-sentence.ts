import { splitSentences } from './split-sentences.ts';

const END = /[.!?]$/u;
/** «Подшить брюки - 500 руб.», «Стрижка — 40 мин.» */
const SHORTENED = /\p{N}\s?(?:руб|р|коп|шт|мин|ч|сут|дн|нед|мес|чел|кг|г|л|м|см|экз|стр)\.$/u;

/** Whether a line ends as a sentence does, and not with a measure that is written short; where it is several, the last one. */
export const endsSentence = (line: string): boolean =>
  END.test(line) && !(SHORTENED.test(line) && splitSentences(line).length === 1);
