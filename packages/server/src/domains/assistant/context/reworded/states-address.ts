import { type FoundPassage, splitUnits, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../words/alike-words.ts';
import { TELL, wordSet } from '../words/asking-words.ts';
import { isBusinessPlace } from './is-business-place.ts';
import { isPlace, isSurelyPlace } from './states-place.ts';

/** They ask, and name nothing. */
const ASIDE = wordSet(
  TELL,
  `а и ну пожалуйста можно мне дайте скиньте пришлите напишите находится находитесь расположен расположена расположено расположены есть
  ваш ваша какой у компания компании hello hi and please tell me the your is are was what what's located based situated`,
);
/** «где вы?», «как вас найти», «ваш адрес», "where are you located": of the business and of no other thing. */
const ASKS =
  /^(?:(?:где|where)(?: вас)?(?: (?:вы|you))?|вы где|(?:где|как) вас найти|как (?:к вам|до вас) (?:добраться|доехать|проехать|попасть|дойти)|(?:вас )?адресс?|куда (?:к вам )?(?:подъехать|приезжать|приехать|ехать|подойти)|how (?:do|can) (?:i|we) (?:find|get to) you|address)$/u;
/** «где?» alone is of what was said before. */
const BARE = /^\s*(?:где|where)[\s?!.]*$/iu;
const MAX_WORDS = 8;
/** What stands above the address. */
const ABOVE =
  /^(?:(?:наши?|our) )?(?:адреса?|контакты|контактная информация|где (?:мы|нас найти)|как (?:нас найти|(?:до нас|к нам) добраться|добраться|проехать)|address(?:es)?|contacts?|contact us|location|locations|where (?:we are|to find us)|how to (?:find|get to|reach) us)(?: (?:находимся|и .*|and .*))?$/u;
const IS_LOCATED = /^(?:мы находимся|мы расположены|we(?: are|'re) located)(?!\p{L})/u;
const WE_ARE =
  /^(?:мы (?:на|в|во|у|за)|наш адрес|адрес|we(?: are|'re) (?:at|on|in|next|opposite)|our address|address)(?!\p{L})/u;
/** «Адрес доставки», “address of the site”: of another thing. */
const OTHER_ADDRESS = /^(?:адрес|address) (?:достав|почт|электрон|сайт|получ|склад|e-?mail|of|for)/u;
/** «г. Тула, пр. Ленина, д. 85», «Воронеж, Кольцовская 35», "12 Park Row": by its form alone. */
const LOOKS_SO =
  /^(?:\p{L}{4,12}: )?(?:г\. ?)?\p{Lu}\p{Ll}{2,}(?:[ -]\p{Lu}\p{Ll}+)?, (?:\p{Ll}{1,8}\.? ?)?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?,? (?:д\. ?)?\p{N}{1,4}(?!\p{N}|:)|(?<!\p{L})(?:ул|пр|пер|просп)\. ?\p{Lu}\p{Ll}+(?: \p{Ll}{2,})?,? (?:д\. ?)?\p{N}|\p{N}{1,4} \p{Lu}\p{Ll}+ (?:Street|Road|Row|Lane|Avenue|St|Rd|Ave)(?!\p{L})/u;
/** Of another place than where the business is. */
const ELSEWHERE =
  /(?<!\p{L})(?:склад|самовывоз|пункт|выдач|остановк|автобус|парков|стоян|купить|партн[её]р|достав|pick-?up|bus|parking|warehouse|collection)/iu;
/** A phone or hours have a figure behind a word with a capital letter too. */
const NO_ADDRESS =
  /[+(]?\p{N}[\p{N} ()–—-]{8,20}|(?<!\p{L})(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс|monday|tuesday|wednesday|thursday|friday|saturday|sunday)[\s:—–-]{0,3}\p{N}/giu;

/** Asked where the business itself is. */
export function asksAddress(question: string): boolean {
  const words = wordsOf(question);
  const asked = words.filter((word) => !ASIDE.has(word) && !isBusinessPlace(word)).join(' ');
  return words.length <= MAX_WORDS && ASKS.test(asked) && !BARE.test(question);
}

/**
 * The sentences of a passage that say where the business is, all of them: of a pair that asks it, of a piece under such a heading,
 * or of one that says «Мы на Пушкина, 14». Undefined where it says no such thing, or does not know the place that is named.
 */
export function addressIn(
  { kind, title, heading = '', text, phrasings = [] }: FoundPassage,
  question: string,
): string | undefined {
  const known = wordsOf(`${title} ${heading} ${text}`).map(stemWord);
  // A shop may have a showroom elsewhere.
  if (wordsOf(question).some((word) => isBusinessPlace(word) && !isAmong(word, known))) return undefined;
  if (kind === 'qa') return [title, ...phrasings].some(asksAddress) ? text : undefined;
  const isUnder = ABOVE.test(wordsOf(heading).join(' '));
  const sentences = splitUnits(text).map((unit) => unit.text);
  const own = sentences.filter((sentence) => {
    const words = wordsOf(sentence).join(' ');
    if (OTHER_ADDRESS.test(words)) return false;
    if (IS_LOCATED.test(words)) return isPlace(sentence);
    return (isUnder || WE_ARE.test(words)) && isSurelyPlace(sentence.replaceAll(NO_ADDRESS, ' '));
  });
  if (own.length > 0) return own.join('\n');
  const [only, ...more] = sentences.filter((sentence) => LOOKS_SO.test(sentence) && !ELSEWHERE.test(sentence));
  return more.length > 0 || ELSEWHERE.test(heading) ? undefined : only;
}

/** Asked where the business is, the words that would be given say it. */
export const answersAddress = (question: string, passage: FoundPassage): boolean =>
  asksAddress(question) && addressIn(passage, question) !== undefined;
