import { type FoundPassage, readPhones, splitUnits, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../words/alike-words.ts';
import { TELL, wordSet } from '../words/asking-words.ts';
import { stemsOf } from '../words/shared-words.ts';
import { isBusinessPlace } from './is-business-place.ts';

export type Contact = 'phone' | 'email' | 'any';

/** `of`: what it is asked of besides the business: «телефон регистратуры». */
type Asked = { contact: Contact; of: string[] };

/** They ask, and name nothing. */
const ASIDE = wordSet(
  TELL,
  `а и ну напишите дайте дай скиньте пришлите пожалуйста можно мне нам какой какая какие какому есть ли бы у вас вам вами
  ваш ваша ваши вашего вашей хочу хотел хотела узнать по для с к до компании фирмы hello hi and please pls plz tell give me us the your is are
  was what what's whats do you have i a an can could may we to of on by for my company`,
);
/** «телефоны» are goods too. */
const PHONE =
  /^(?:(?:(?:контактный|рабочий|мобильный|городской) )?(?:номер[ау]? )?(?:телефон(?:а|у|чик)?|тел)|номера телефонов|номеру? (?:связи|звонить|позвонить|дозвониться|записаться)|(?:(?:как|куда) )?(?:звонить|позвонить|дозвониться)|(?:contact |phone |telephone |mobile )?(?:phone|telephone|number)(?: number| call)?|(?:how )?(?:call|phone|reach))(?: (?:связи|звонить|позвонить|связаться))?(?: |$)/u;
const EMAIL =
  /^(?:(?:адрес )?(?:электронн(?:ая|ой) )?(?:почта|почты|имейл|мейл|емейл|e mail|email)(?: address)?)(?: |$)/u;
const ANY = /^(?:контакты|контактные данные|(?:как )?связаться|contacts?(?: details)?|how contact)(?: |$)/u;
/** «по телефону записаться можно, какой номер?» asks of nothing else. */
const REACHES = /^(?:номер\p{L}?|телефон\p{L}?|(?:по)?звонить|записаться|связаться|number|phone|call)$/u;
const ADDRESS_OF_MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}-]{1,63}\.\p{L}/u;
const NO_PHONE = /^(?:факс|fax)(?!\p{L})/iu;
/** Above or before what reaches the business. */
const ABOVE = /^(?:(?:наши|our) )?(?:контакты|контактн\p{L}+|телефоны?|связь|связаться|contacts?|contact us|phones?)/u;
const PHONES = /(?<!\p{L})(?:телефоны|телефонов|телефонами|phones)(?!\p{L})/iu;
const MAX_WORDS = 8;
const MAX_WHOLE = 300;

/** Asked how to reach the business, in whatever words; undefined where the question is of more than that. */
export function readContactAsked(question: string): Asked | undefined {
  const words = wordsOf(question);
  if (words.length > MAX_WORDS) return undefined;
  const said = words.filter((word) => !ASIDE.has(word)).join(' ');
  for (const [contact, asks] of [
    ['any', ANY],
    ['email', EMAIL],
    ['phone', PHONE],
  ] as const) {
    const [asked] = asks.exec(said) ?? [];
    if (asked !== undefined)
      return { contact, of: wordsOf(said.slice(asked.length)).filter((word) => !REACHES.test(word)) };
  }
  return undefined;
}

/**
 * The sentences of a passage by which one reaches the business, all of them: of a pair that is asked for it, else those with a
 * phone or an address of mail. Undefined where it says no such thing, or nothing of what it is asked of.
 */
export function contactIn(
  { kind, title, heading = '', text, phrasings = [], sourceName = '' }: FoundPassage,
  { contact, of }: Asked,
): string | undefined {
  const reaches = (said: string) => hasContact(said, contact);
  if (kind === 'qa') {
    const isAsked = [title, ...phrasings].some((way) => isOfSame(readContactAsked(way), { contact, of }));
    return isAsked && reaches(text) ? text : undefined;
  }
  const isUnder = ABOVE.test(wordsOf(heading).join(' '));
  if (contact === 'any' && isUnder && of.length === 0 && text.length <= MAX_WHOLE) return text;
  const about = stemsOf(`${title} ${heading} ${sourceName} ${text}`);
  const own = splitUnits(text)
    .map((unit) => unit.text)
    .filter(
      (said) => reaches(said) && of.every((word) => isAmong(word, isBusinessPlace(word) ? about : stemsOf(said))),
    );
  return own.length === 0 ? undefined : own.join('\n');
}

function hasContact(said: string, contact: Contact): boolean {
  const hasPhone = readPhones(said).length > 0 && !NO_PHONE.test(said);
  const hasMail = ADDRESS_OF_MAIL.test(said);
  return (contact !== 'email' && hasPhone) || (contact !== 'phone' && hasMail);
}

/** «Телефон склада» answers no «какой у вас телефон?», nor the other way round. */
function isOfSame(own: Asked | undefined, asked: Asked): boolean {
  if (own === undefined) return false;
  // «Как с вами связаться?» has the phone too, where its answer does.
  if (own.contact !== asked.contact && own.contact !== 'any' && asked.contact !== 'any') return false;
  const [left, right] = [own.of, asked.of].map((words) => words.filter((word) => !isBusinessPlace(word)).map(stemWord));
  return left?.length === right?.length && left?.every((stem) => right?.includes(stem) === true) === true;
}

/** Asked how to reach the business, the words that would be given say it. */
export function answersContact(question: string, passage: FoundPassage): boolean {
  const asked = readContactAsked(question);
  return asked !== undefined && contactIn(passage, asked) !== undefined;
}

/** «телефоны есть?» beside the number of the business. */
export const asksOfGoods = (question: string, { title, text, quote = text }: FoundPassage): boolean =>
  PHONES.test(question) &&
  readContactAsked(question) === undefined &&
  (readPhones(quote).length > 0 || readContactAsked(title) !== undefined);
