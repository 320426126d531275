import { asksOfPerson } from './asks-person.ts';
import { withoutContacts } from './people/contacts.ts';
import { isCalledSo, namesOfPeople } from './people/names/first-names.ts';
import { asksOfOne, tellsOfOne } from './people/of-one.ts';
import { contactsAndIdsOf } from './people/own-contacts.ts';
import { isTold, repeatsTold, type ToldThings } from './people/told-things.ts';
import { asksSomething, type ChatTurn, hasMark, saysNothing, sentencesOf, withMark } from './turns/chat-turns.ts';

type ChatPair = { question: string; answer: string };
/** `own`: contacts of the business itself. */
type Sides = { business: ReadonlySet<string>; told: ToldThings; own: ReadonlySet<string> };
type Known = Omit<Sides, 'business'>;

const GREETING =
  /^(?:здравствуйте?|добрый (?:день|вечер)|доброе утро|доброго (?:дня|вечера|времени суток)|приветствую|привет|hello|hi|hey|good (?:morning|afternoon|evening|day))(?!\p{L})/iu;
const GREETED = /^,?\s(?!Да(?!\p{L})|Нет(?!\p{L})|Yes|No)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?(?=[!.,)]|$)/u;
const BEHIND_GREETING = /^[\s,!.)]+/;
const CALLED = /^(?<name>\p{L}{2,})[,!]\s?/u;
/** «Да, Анна, есть», "Yes John, we do" */
const CALLED_WITHIN =
  /^(?<said>(?:[Дд]а|[Нн]ет|[Кк]онечно(?: да)?|[Хх]орошо|[Мм]ожно|[Ее]сть|[Yy]es|[Nn]o|[Ss]ure|[Oo]f course|[Tt]hanks|[Tt]hank you)),?\s(?<name>\p{L}{2,})(?=[,.!]|$)/u;
const IS_CAPITAL = /^\p{Lu}/u;
const CALLED_BEHIND = /,\s(?<name>\p{L}{2,})(?=[.!?)\s]{0,3}$)/u;
const ASKED_KINDLY = /^(?:подскажите|скажите|please)(?:,? пожалуйста)?,?\s/iu;
const BEGINS_LATER =
  /^(?:минутк|минуту|секунд|момент|сейчас (?:уточн|узна|посмотр|провер|спрош|подска)|уточн[юи]|узнаю|проверю|посмотрю|спрошу|one moment|just a (?:moment|second|minute)|let me check)/iu;
const FEW_WORDS = 5;

/** Of what was spoken of before, or of what a picture shows. */
const POINTS_BACK =
  /(?<!\p{L})(?:так(?:ой|ая|ое|ие|ого|ую)|эт(?:от|а|о|и|у|ого|ой|им|их)|(?:how much is|do you have|is) (?:this|that|it|these)|this one|that one)(?!\p{L})/iu;
const PARTICLE = /^(?:а|и|ну|and|but|what about|how about)\s+/iu;
const GOES_ON =
  /^(?:если|в|во|на|с|со|к|по|из|за|до|после|для|без|завтра|сегодня|if|on|in|at|with|for|tomorrow|today)(?!\p{L})/iu;
const ASKS_ITSELF = /(?:[еи]те(?:сь)?|есть|можно|ли|нужн[оаы]?|сколько|do you|can i|is there|are there)(?!\p{L})/iu;
const ASKS_ALONE =
  /^(?:(?:а|и|ну)\s)?(?:сколько|когда|где|куда|почему|зачем|как|кто|что|да|нет|точно|правда|вы|я|можно|есть|алло|ок|how much|when|where|why|how|really|yes|no|ok)\?$/iu;
const FULL = 4;
const LETTERS_OR_FIGURES = /[\p{L}\p{N}]/u;
const ENDED = /(?:\p{P}|\p{Extended_Pictographic}|\u{fe0f})$/u;
const END_WITHIN = 4;
const MAX_QUESTION = 300;
const MAX_ANSWER = 2000;

/** Questions of customers, each with what the business answered right behind it. What was said to or of one of them is left out. */
export function pairTurns(turns: readonly ChatTurn[], { business, told, own }: Sides): ChatPair[] {
  return turns.flatMap((turn, at) => {
    const next = turns[at + 1];
    if (business.has(turn.speaker) || next === undefined || !business.has(next.speaker)) return [];
    if (next.dialog !== turn.dialog || next.isToAnother === true) return [];
    const question = questionOf(turn, told);
    const answer = question === '' ? '' : answerOf(next, { told, own });
    return LETTERS_OR_FIGURES.test(answer) ? [{ question, answer }] : [];
  });
}

function questionOf(turn: ChatTurn, told: ToldThings): string {
  const asked = sentencesOf(turn).filter(asksSomething).map(withMark);
  if (asked.some((sentence) => asksOfOne(sentence) || POINTS_BACK.test(sentence)) || !asked.some(isFull)) return '';
  // Who is asked so answers of himself.
  if (asked.some(asksOfPerson)) return '';
  const said = asked.map((sentence) => {
    const bare = dropGreeting(withoutContacts(sentence)).replace(ASKED_KINDLY, '');
    return dropName(bare, told).replaceAll(/\p{Lu}\p{L}+,?\s?/gu, (word) =>
      isTold(told.words)(word.replace(/,?\s?$/, '')) ? '' : word,
    );
  });
  const question = said.join(' ').split(' ').filter(Boolean).join(' ');
  return question.length > MAX_QUESTION || namesSomebody(question, told) ? '' : question;
}

/** Whether somebody who has read nothing before knows what is asked. */
function isFull(sentence: string): boolean {
  if (ASKS_ITSELF.test(sentence) && !ASKS_ALONE.test(sentence)) return true;
  const asked = sentence.replace(PARTICLE, '');
  const words = asked.split(' ').length;
  if (words === 1) return asked === sentence && !ASKS_ALONE.test(asked);
  return words >= FULL || !GOES_ON.test(asked);
}

function answerOf(turn: ChatTurn, known: Known): string {
  let answer = '';
  for (const line of turn.lines) {
    const said = sentencesOf({ lines: [line] }).map((sentence) => dropName(dropGreeting(sentence), known.told));
    const kept = said.filter((sentence) => isForAll(sentence, known)).join(' ');
    if (kept === '') continue;
    if (answer.length + kept.length > MAX_ANSWER) break;
    // Only the end is looked at: answers of many lines are read once.
    if (answer !== '') answer += ENDED.test(answer.slice(-END_WITHIN)) ? ' ' : '. ';
    answer += kept;
  }
  return answer;
}

function isForAll(sentence: string, { told, own }: Known): boolean {
  if (sentence === '' || hasMark(sentence)) return false;
  const isPromise = BEGINS_LATER.test(sentence) && sentence.split(' ').length <= FEW_WORDS;
  if (isPromise || saysNothing(sentence)) return false;
  if (contactsAndIdsOf(sentence).some((contact) => !own.has(contact))) return false;
  return !tellsOfOne(sentence) && !namesSomebody(sentence, told) && !repeatsTold(sentence, told);
}

function dropGreeting(sentence: string): string {
  const greeting = GREETING.exec(sentence);
  if (greeting === null) return sentence;
  return sentence.slice(greeting[0].length).replace(GREETED, '').replace(BEHIND_GREETING, '');
}

function dropName(sentence: string, { words }: ToldThings): string {
  const isName = (name: string) => (IS_CAPITAL.test(name) && isTold(words)(name)) || isCalledSo(name);
  const called = CALLED.exec(sentence);
  const bare = called !== null && isName(called.groups?.name ?? '') ? sentence.slice(called[0].length) : sentence;
  return bare
    .replace(CALLED_WITHIN, (found, said: string, name: string) => (isName(name) ? said : found))
    .replace(CALLED_BEHIND, (found, name: string) => (isName(name) ? '' : found));
}

/** Customers are called by names that nobody told: who speaks for the business may name himself. */
const namesSomebody = (sentence: string, { own }: ToldThings): boolean =>
  namesOfPeople(sentence).some((name) => !isTold(own)(name));
