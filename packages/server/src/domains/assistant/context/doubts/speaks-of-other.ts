import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import { type FoundPassage, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { isWordOfTime, withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isCommon } from './misses-subject.ts';
import { deedsOf } from './what-is-free.ts';

const CONDITION = /,? (?=(?:если|когда|при условии|if|when|provided)(?!\p{L}))/iu;
/** Who stands in a condition before what is called off. */
const CASE = /^(?:если|когда|if|when)\s([^,]*?)(?<!\p{L})(?:отмен|перенес|cancel|reschedul)[^,]*,/iu;
const IS_DONE = /(?<!\p{L})(?:is|are|was|were|been|being|gets?|got|отменен\p{L}?|отменили|перенесли)(?!\p{L})/iu;
const WE = /^(?:мы|we)$/u;
const YOU = /^(?:вы|вас|вам|ваш\p{L}*|you|your|is|are|was|were|been|gets?)$/u;
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

/**
 * «cancel my test» is no case of "If the DVSA cancels your test, …": another one acts there. Where what the customer does is said
 * before that («Пропущенный урок сгорает. Если учитель отменил…»), both are given.
 */
export function callsOffAsOther(question: string, passage: FoundPassage): boolean {
  if (passage.kind === 'qa' || deedsOf(question).size === 0 || IS_DONE.test(question)) return false;
  const [first = ''] = splitSentences(wordsToSay(passage));
  const before = wordsOf(CASE.exec(first)?.[1] ?? '');
  const said = wordsOf(question).map(stemWord);
  const isOfOther = (word: string) => WE.test(word) || (isSubject(word) && !isCommon(word));
  return before.some(isOfOther) && !before.some((word) => YOU.test(word) || (isSubject(word) && isAmong(word, said)));
}

/** «какие документы нужны» is no question of a company's. */
export function asksOfCompany(question: string, { kind, title, phrasings = [] }: FoundPassage): boolean {
  if (kind !== 'qa' || !DOCUMENTS.test(question) || COMPANIES.test(question)) return false;
  return [title, ...phrasings].every((way) => COMPANIES.test(way));
}
