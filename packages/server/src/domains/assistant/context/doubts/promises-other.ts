import { type FoundPassage, splitUnits, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isCommon } from './misses-subject.ts';

const PROMISE = /(?<!\p{L})(?:гарант|warrant|guarante)/iu;
const ASKED =
  /(?<!\p{L})(?:гаранти\p{L}+|warranty|guarantee) (?:есть |is there )?(?:на|for|on) (?<thing>[^?!.,;\p{N}]+)/iu;
/** «На ремонт прокола даём гарантию», and not «на 6 месяцев», «на все работы». */
const OF_THING = /(?<!\p{L})(?:на|for|on) (?!(?:вс[еёю]|люб|год|месяц|all|any|every)(?!ч))\p{L}{3,}/iu;

/** «гарантия на балансировку» beside «На ремонт прокола даём гарантию»: what is promised of one thing holds for no other. */
export function promisesOther(question: string, { kind, heading = '', text, quote = text }: FoundPassage): boolean {
  const thing = wordsOf(ASKED.exec(question)?.groups?.thing ?? '').filter((word) => isSubject(word) && !isCommon(word));
  if (kind === 'qa' || thing.length === 0) return false;
  const promised = splitUnits(quote)
    .map((unit) => unit.text)
    .filter((said) => PROMISE.test(said));
  return (
    promised.length > 0 &&
    promised.every((said) => OF_THING.test(said)) &&
    !promised.some((said) => {
      const stems = wordsOf(`${heading} ${said}`).map(stemWord);
      return thing.every((word) => isAmong(word, stems));
    })
  );
}
