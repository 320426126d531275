import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import { type FoundPassage, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { isWordOfTime, withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isCommon } from './misses-subject.ts';

const CONDITION = /,? (?=(?:если|когда|при условии|if|when|provided)(?!\p{L}))/iu;
const DOCUMENTS = /(?<!\p{L})(?:документ|бумаг|справк|documents?|papers?)/iu;
/** Customers who are asked for other papers than anybody else. */
const COMPANIES =
  /(?<!\p{L})(?:ип|ооо|юр\.? ?лиц\p{L}*|организаци\p{L}+|компани\p{L}+|самозанят\p{L}+|company|companies)(?!\p{L})/iu;

/**
 * «сколько ждать деталь» beside «Экран меняем за час, если деталь на складе»: every sentence that has the thing has it in its
 * condition, and says how long another one takes.
 */
export function standsInCondition(question: string, { kind, text, quote = text }: FoundPassage): boolean {
  if (kind === 'qa' || (withoutHowLong(question) === undefined && !wantsPrice(question))) return false;
  const asked = wordsOf(withoutHowLong(question) ?? question).filter(
    (word) => isSubject(word) && !isCommon(word) && !isWordOfTime(word),
  );
  const has = (said: string) => {
    const stems = wordsOf(said).map(stemWord);
    return asked.some((word) => isAmong(word, stems));
  };
  const having = splitSentences(quote).filter(has);
  return having.length > 0 && having.every((sentence) => !has(sentence.split(CONDITION)[0] ?? ''));
}

/** «какие документы нужны» is no question of a company's. */
export function asksOfCompany(question: string, { kind, title, phrasings = [] }: FoundPassage): boolean {
  if (kind !== 'qa' || !DOCUMENTS.test(question) || COMPANIES.test(question)) return false;
  return [title, ...phrasings].every((way) => COMPANIES.test(way));
}
