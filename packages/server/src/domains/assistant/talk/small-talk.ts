import { declines } from './declines.ts';
import { isOneSlipAway, wordsOf } from './words.ts';

/** `agree` and `unclear` carry no question of their own, but may mean something after what was said before. */
export type SmallTalk = 'hello' | 'thanks' | 'bye' | 'emoji' | 'agree' | 'unclear';

const list = (words: string) => new Set(words.split(/\s+/));
const hello = list(
  'привет приветик здравствуйте здравствуй здрасьте здрасте хай хелло хеллоу салют доброе добрый доброго hello hi hey hiya greetings morning afternoon evening',
);
const helloNeedsMore = list('доброе добрый доброго morning afternoon evening');
const thanks = list('спасибо спасибки спс благодарю благодарствую пасиб пасибо сенкс thanks thank thx ty tnx cheers');
const bye = list('пока прощайте прощай досвидания свидания bye goodbye cya');
const agree = list(
  'ок окей оке ok okay хорошо понятно понял поняла ясно отлично супер класс круто ладно хор принято договорились good great perfect nice cool fine understood',
);
const yesNo = list('да нет ага угу неа не yes no yep nope yeah нету');
const fillers = list(
  `вам вас вы тебе большое огромное очень всем всего за помощь ответ ответы все всё и до скорого вечер вечера день дня дни утро утра суток времени ночи
  доброй приятного хорошего хорошей удачи добра благодарен благодарна заранее вот мне команда друзья коллеги уважаемые дела как так ну
  you u so much very a lot for the your help answer good day there all team everyone have nice evening night see later again in advance again it that's got`,
);
/** What stands on the button that opens a chat, alone: people also type it. */
const openings = new Set(['начать', 'start', 'get started']);
const SLIP_FROM = 6;
/** A letter away from a courtesy, and words of their own. */
const noSlips = list('дорого дорогой дорогая дорогое свидание mooring mourning');
const MAX_WORDS = 9;

/** Whether a text is nothing but a courtesy, a smile or a nod; undefined when it says something. */
export function readSmallTalk(text: string): SmallTalk | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const words = wordsOf(trimmed);
  if (words.length === 0)
    return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(trimmed) ? readEmoji(trimmed) : readSigns(trimmed);
  if (words.length > MAX_WORDS) return undefined;
  if (openings.has(words.join(' '))) return 'hello';
  if (declines(trimmed)) return 'agree';
  if (words.every((word) => yesNo.has(word))) return 'unclear';
  const isKnown = (word: string) =>
    fillers.has(word) ||
    agree.has(word) ||
    yesNo.has(word) ||
    isOf(word, hello) ||
    isOf(word, thanks) ||
    isOf(word, bye);
  if (!words.every(isKnown)) return undefined;
  if (words.some((word) => isOf(word, thanks))) return 'thanks';
  if (isBye(words)) return 'bye';
  if (isHello(words)) return 'hello';
  return words.some((word) => agree.has(word)) ? 'agree' : undefined;
}

/** A question mark, a puzzled or an angry face is no thanks. */
const readEmoji = (emoji: string): SmallTalk => (/[?❓❔⁉🤔🤨🤷😕😡😠🤬👎]/u.test(emoji) ? 'unclear' : 'emoji');

/** Old smileys are smiles; a question mark alone asks for something. */
function readSigns(signs: string): SmallTalk {
  return /^[\s:;=-]*[()][\s()]*$/.test(signs) ? 'emoji' : 'unclear';
}

function isOf(word: string, known: Set<string>): boolean {
  if (known.has(word)) return true;
  return (
    word.length >= SLIP_FROM &&
    !noSlips.has(word) &&
    [...known].some((candidate) => candidate.length >= SLIP_FROM && isOneSlipAway(word, candidate))
  );
}

function isBye(words: readonly string[]): boolean {
  const said = words.join(' ');
  return (
    words.some((word) => isOf(word, bye)) ||
    /до скорого|всего (?:доброго|хорошего)|доброй ночи|see (?:you|u)|good night|have a (?:good|nice|great) (?:day|evening)|(?:хорошего|приятного) (?:дня|вечера)/.test(
      said,
    )
  );
}

function isHello(words: readonly string[]): boolean {
  if (words.some((word) => isOf(word, hello) && !helloNeedsMore.has(word))) return true;
  return /добр(?:ый|ое|ого) (?:день|вечер|утро|дня|вечера|утра|времени)|good (?:day|morning|afternoon|evening)|^(?:morning|afternoon|evening)$|^как дела$/.test(
    words.join(' '),
  );
}

const greetingStart =
  /^\s*(?:(?:привет(?:ствую)?|здравствуй(?:те)?|здрасьте|добр(?:ый|ое|ого)\s+(?:день|вечер|утро|дня|вечера|утра|времени\s+суток)|hello|hi|hey|good\s+(?:day|morning|afternoon|evening))(?![\p{L}])[\s,.!)]*)+/iu;

/** A question without the courtesy before it: what is searched for. */
export function dropGreeting(text: string): string {
  const rest = text.replace(greetingStart, '').trim();
  return rest === '' ? text.trim() : rest;
}

const aboutTheTalk =
  /как (?:у (?:тебя|вас) )?(?:дела|ты|жизнь|настроение)|(?:ты|вы) (?:кто|бот|робот|человек|живой)|кто (?:ты|вы|со мной)|как (?:тебя|вас) зовут|чем (?:ты |вы )?(?:можешь|можете) помочь|что (?:ты |вы )?(?:умеешь|умеете)|how are you|who are you|are you (?:a |an )?(?:bot|robot|human|real|ai)|what(?:'s| is) your name|what can you (?:do|help)|how can you help/i;
/** Whatever looks like a question, so that it is no small talk; where one sentence is cut in two, more is needed (`split-questions`). */
const question =
  /\?|^(?:а |и |so |and )?(?:сколько|где|когда|куда|откуда|почему|зачем|как|какой|какая|какое|какие|кто|что|есть ли|можно ли|what|when|where|which|who|whose|why|how|is|are|do|does|can|could|will)(?![\p{L}])/iu;

/** Whether a text asks for a fact: then talk without a source is no answer. */
export function asksForFact(text: string): boolean {
  return question.test(text.trim()) && !aboutTheTalk.test(text.toLowerCase());
}
