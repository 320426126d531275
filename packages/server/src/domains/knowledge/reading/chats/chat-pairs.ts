import { asksSomething, type ChatTurn, hasMark, sentencesOf, withMark } from './chat-turns.ts';
import { isFirstName } from './first-names.ts';
import { isTold, repeatsTold, type ToldThings, withoutContacts } from './told-things.ts';

type ChatPair = { question: string; answer: string };
type Sides = { business: ReadonlySet<string>; told: ToldThings };

const GREETING =
  /^(?:здравствуйте?|добрый (?:день|вечер)|доброе утро|доброго (?:дня|вечера|времени суток)|приветствую|привет|hello|hi|hey|good (?:morning|afternoon|evening|day))(?!\p{L})/iu;
const GREETED = /^,?\s(?!Да(?!\p{L})|Нет(?!\p{L})|Yes|No)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?(?=[!.,)]|$)/u;
const BEHIND_GREETING = /^[\s,!.)]+/;
const CALLED = /^(?<name>\p{Lu}\p{L}+)[,!]\s?/u;
const ASKED_KINDLY = /^(?:подскажите|скажите|please)(?:,? пожалуйста)?,?\s/iu;
const BEGINS_LATER =
  /^(?:минутк|минуту|секунд|момент|сейчас (?:уточн|узна|посмотр|провер|спрош|подска)|уточн[юи]|узнаю|проверю|посмотрю|спрошу|one moment|just a (?:moment|second|minute)|let me check)/iu;
const SAYS_NOTHING =
  /^(?:ок|окей|хорошо|спасибо|пожалуйста|понятно|понял[аи]?|принято|отлично|супер|жд[её]м|договорились|записал[аи]?|до свидания|не за что|ok|okay|sure|thanks|thank you|got it|great|bye|you'?re welcome)(?:(?: за \p{L}+| вас| большое|,? до свидания| you)?[^\p{L}\p{N}]*)$/iu;
const FEW_WORDS = 5;

/** Of one order, which is nobody else's. */
const ASKED_OF_ONE =
  /(?<!\p{L})(?:мо(?:й|я|ё|е|и|ю|его|ему|ей|их)|my|mine)(?!\p{L})|(?<!\p{L})где (?:же )?(?:заказ|курьер|посылка)|заказ\p{L}{0,3}\s(?:уже\s)?готов|готов\p{L}{0,3}\s(?:ли\s)?заказ|(?:order|parcel) ready|where is the (?:order|courier)/iu;
const TOLD_OF_ONE =
  /(?<!\p{L})ваш\p{L}{0,3}\s(?:заказ|посылк|запис|торт|букет)|your (?:order|parcel|booking|appointment)|№\s?\d|(?<!\p{L})кв\.?\s?\d|квартир\p{L}{0,3}\s\d|домофон|(?:курьер|машина)\s(?:уже\s)?(?:выехал|едет)|(?:записал|забронировал|отложил|оформил|отправил|выслал|перезвон|позвон)\p{L}{0,5}\s(?:вас|вам|для вас)|i(?:'ll| will) (?:call|send|book) you/iu;
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
const MAX_QUESTION = 300;

/** Questions of customers, each with what the business answered right behind it. What was said to or of one of them is left out. */
export function pairTurns(turns: readonly ChatTurn[], { business, told }: Sides): ChatPair[] {
  return turns.flatMap((turn, at) => {
    const next = turns[at + 1];
    if (business.has(turn.speaker) || next === undefined || !business.has(next.speaker)) return [];
    const question = questionOf(turn, told);
    const answer = question === '' ? '' : answerOf(next, told);
    return LETTERS_OR_FIGURES.test(answer) ? [{ question, answer }] : [];
  });
}

function questionOf(turn: ChatTurn, told: ToldThings): string {
  const asked = sentencesOf(turn).filter(asksSomething).map(withMark);
  if (asked.some((sentence) => ASKED_OF_ONE.test(sentence) || POINTS_BACK.test(sentence)) || !asked.some(isFull))
    return '';
  const said = asked.map((sentence) => {
    const bare = dropGreeting(withoutContacts(sentence)).replace(ASKED_KINDLY, '');
    return dropName(bare, told).replaceAll(/\p{Lu}\p{L}+,?\s?/gu, (word) =>
      isTold(told.words)(word.replace(/,?\s?$/, '')) ? '' : word,
    );
  });
  const question = said.join(' ').split(' ').filter(Boolean).join(' ');
  return question.length > MAX_QUESTION ? '' : question;
}

/** Whether somebody who has read nothing before knows what is asked. */
function isFull(sentence: string): boolean {
  if (ASKS_ITSELF.test(sentence) && !ASKS_ALONE.test(sentence)) return true;
  const asked = sentence.replace(PARTICLE, '');
  const words = asked.split(' ').length;
  if (words === 1) return asked === sentence && !ASKS_ALONE.test(asked);
  return words >= FULL || !GOES_ON.test(asked);
}

function answerOf(turn: ChatTurn, told: ToldThings): string {
  const lines = turn.lines.map((line) => {
    const said = sentencesOf({ ...turn, lines: [line] }).map((sentence) => dropName(dropGreeting(sentence), told));
    return said.filter((sentence) => isForAll(sentence, told)).join(' ');
  });
  return lines.filter(Boolean).reduce((text, line) => {
    if (text === '') return line;
    return `${text}${ENDED.test(text) ? '' : '.'} ${line}`;
  }, '');
}

function isForAll(sentence: string, told: ToldThings): boolean {
  if (sentence === '' || hasMark(sentence)) return false;
  const isPromise = BEGINS_LATER.test(sentence) && sentence.split(' ').length <= FEW_WORDS;
  if (isPromise || SAYS_NOTHING.test(sentence)) return false;
  return !TOLD_OF_ONE.test(sentence) && !repeatsTold(sentence, told);
}

function dropGreeting(sentence: string): string {
  const greeting = GREETING.exec(sentence);
  if (greeting === null) return sentence;
  return sentence.slice(greeting[0].length).replace(GREETED, '').replace(BEHIND_GREETING, '');
}

function dropName(sentence: string, { words }: ToldThings): string {
  const called = CALLED.exec(sentence);
  const name = called?.groups?.name ?? '';
  const isName = called !== null && (isTold(words)(name) || isFirstName(name));
  return isName ? sentence.slice(called[0].length) : sentence;
}
