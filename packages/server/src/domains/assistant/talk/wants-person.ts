import { isDenied } from './denied-call.ts';
import { isAnybodyCall } from './wants-anybody.ts';
import { isEnglishCall } from './wants-person-english.ts';
import { isOneSlipAway, wordsOf } from './words.ts';

/** Job titles of people whom one calls; beginnings of words, the endings follow. */
const jobTitles = [
  'оператор',
  'менеджер',
  'консультант',
  'специалист',
  'сотрудник',
  'администратор',
  'директор',
  'руководител',
  'поддержк',
  'техподдержк',
];
const personForms = new Set(['человек', 'человека', 'человеком', 'человеку', 'людьми', 'людей', 'люди']);
const caseEndings = /^(?:а|у|ом|е|ы|ов|ам|ами|ах|и|ой|ою|ю|ь|я|ем|ей|ям|ями)?$/;
const MIN_FOR_SLIP = 7;

const callsRu =
  /^(?:позов|зов|вызов|пригласи|соедини|свяж|переключ|перевед|подключи|дай|нуж|треб|жду|позвать|связать|соединить|переведи|перевести|вызвать|пусть|х[оа]чу|хочю|хотел|можно|прошу|приглас|ответ)/;
const talksRu = /^(?:поговор|пообщ|общат|переговор|говорить|разговар|связ|свяж|соедин|переключ|консультац|пообщаюсь)/;
const wishesRu = /^(?:х[оа]чу|хочю|хотел\p{L}?|можно|лучше)$/u;
const livingRu = /^(?:жив(?:ой|ого|ому|ым|ые|ых|ыми)|реальн\p{L}+|настоящ\p{L}+|нормальн\p{L}+)$/u;
const botsRu = /^(?:бот|бота|ботом|робот|робота|роботом|автоответчик\p{L}*|машин(?:а|ой))$/u;
/** Words that show a question about job titles or trades, not a request for a person. */
const otherSenseRu =
  /^(?:связи|мобильн\p{L}*|сотов\p{L}*|вакан\p{L}*|резюме|зарплат\p{L}*|работать|работаю|стать|устроиться|друго(?:й|го|му)|смен(?:а|ить|у)|тариф\p{L}*|какой|какого|какие|скольк\p{L}*|вам|номер|телефон|почта|email|график|туроператор\p{L}*|продажам|кто)$/u;

const politeness = new Set(
  'пожалуйста плиз пж мне нам срочно быстрее быстро уже а ну please pls now здравствуйте привет добрый день вечер'.split(
    ' ',
  ),
);

/** How far apart a call and the one who is called may stand. */
const REACH = 5;

/** Whether the customer asks for a person instead of the assistant (Russian, English; one slip per word is forgiven). */
export function wantsPerson(text: string): boolean {
  return text.split(/[.!?;\n]+/).some((sentence) => {
    const words = wordsOf(sentence);
    return isRussianCall(words) || isEnglishCall(words) || isAnybodyCall(words);
  });
}

function isRussianJobTitle(word: string): boolean {
  return jobTitles.some((jobTitle) => {
    if (word.startsWith(jobTitle) && caseEndings.test(word.slice(jobTitle.length))) return true;
    if (word.length < MIN_FOR_SLIP) return false;
    return [0, 1, 2].some((ending) => {
      const stem = word.slice(0, word.length - ending);
      const isEnding = caseEndings.test(word.slice(word.length - ending));
      return (
        stem.length >= MIN_FOR_SLIP - 1 && jobTitle.length >= MIN_FOR_SLIP && isEnding && isOneSlipAway(stem, jobTitle)
      );
    });
  });
}

function isRussianCall(words: readonly string[]): boolean {
  if (words.some((word) => otherSenseRu.test(word))) return false;
  const rest = words.filter((word) => !politeness.has(word));
  const isPerson = (word: string | undefined) =>
    word !== undefined && (personForms.has(word) || isRussianJobTitle(word));
  if (rest.length > 0 && rest.length <= 3 && rest.every((word) => isPerson(word) || livingRu.test(word))) {
    return rest.some(isPerson);
  }
  return words.some(
    (word, at) => refusesBot(words, { word, at }) || (isCalled(words, { at, isPerson }) && !isDenied(words, at)),
  );
}

function isCalled(
  words: readonly string[],
  { at, isPerson }: { at: number; isPerson: (word: string) => boolean },
): boolean {
  const word = words[at] ?? '';
  const next = words[at + 1];
  if (livingRu.test(word) && next !== undefined && isPerson(next))
    return !/^норм/.test(word) || hasNear(words, at, talksRu) || hasNear(words, at, wishesRu);
  if (isRussianJobTitle(word))
    return hasNear(words, at, callsRu) || (isAfterWith(words, at) && hasNear(words, at, talksRu));
  if (livingRu.test(word) && isAfterWith(words, at) && (next === undefined || talksRu.test(next)))
    return hasNear(words, at, talksRu);
  if (!personForms.has(word)) return false;
  // «столик на 4 человека» is not a request for a person: the call has to stand right before it.
  const before = words[at - 1] ?? '';
  if (isAfterWith(words, at)) return hasNear(words, at, talksRu) || isBareWish(words, at);
  return (
    /^(?:позов|зов|вызов|дай|нуж|переключ|приглас|требу)/.test(before) ||
    (at === 0 && /^(?:(?:по|вы)?зов(?:и|ите)|дай(?:те)?|пригласи(?:те)?)$/.test(next ?? '')) ||
    (before === 'на' && /^(?:переключ|перевед)/.test(words[at - 2] ?? ''))
  );
}

const refusesBot = (words: readonly string[], { word, at }: { word: string; at: number }): boolean =>
  botsRu.test(word) && (words[at - 1] === 'с' || words[at - 1] === 'без') && words.includes('не');

/** «можно с человеком?», and nothing beside it: «можно прийти с человеком без записи» asks something else. */
function isBareWish(words: readonly string[], at: number): boolean {
  if (at !== words.length - 1) return false;
  return [2, 3].some((back) => wishesRu.test(words[at - back] ?? '') && /^со?$/.test(words[at - back + 1] ?? ''));
}

function isAfterWith(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 2), at).some((word) => word === 'с' || word === 'со');
}

function hasNear(words: readonly string[], at: number, pattern: RegExp): boolean {
  return words.slice(Math.max(0, at - REACH), at + REACH + 1).some((word) => pattern.test(word));
}
