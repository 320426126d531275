import { wordsOf } from './words.ts';

const russianRobot =
  /^(?:(?:чат)?бот(?:ом|а|у)?|робот(?:ом|а|у)?|автоответчик(?:ом)?|нейросет(?:ь|ью)|машин(?:а|ой|у)|программ(?:а|ой|у)|ии|компьютер(?:ом)?|человек(?:ом)?)$/u;
const russianYou = /^(?:ты|вы|тут|здесь|это|я|мне|меня)$/u;
const russianTalk = /^(?:отвечает(?:е)?|отвечаешь|пишет(?:е)?|пишешь|говорю|общаюсь|разговариваю|переписываюсь|пишу)$/u;
const russianRest = new Set(
  'а и или ли с не что же живой живая живым настоящий настоящая реальный реальным кто сейчас правда точно случайно просто ведь скажите подскажите там наверное искусственный интеллект у вас'.split(
    ' ',
  ),
);
const english =
  /^(?:hi |hello |hey )?(?:so |wait |sorry )?(?:are you|r u|is this|is it|am i (?:talking|speaking|chatting|writing|texting) (?:to|with)|do i (?:talk|speak) (?:to|with))(?: really| actually| just)? (?:an? )?(?:real |live |actual |human )?(?:chat ?bot|bot|robot|machine|computer|program|ai|human being|human|person|someone real|real)(?: (?:or|and not) (?:an? )?(?:real |live |actual )?(?:chat ?bot|bot|robot|machine|computer|program|ai|human|person))?(?: here| now| please)?$/;
const MAX_WORDS = 10;

/** Whether the customer asks if a robot or a person answers (Russian, English), and asks nothing else. */
export function asksWhetherRobot(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  return english.test(words.join(' ')) || isRussian(words, text);
}

/** All of its words are of this question: a shop's question about robots has others. */
function isRussian(words: readonly string[], text: string): boolean {
  const isKnown = (word: string) =>
    russianRobot.test(word) || russianYou.test(word) || russianTalk.test(word) || russianRest.has(word);
  if (!words.every(isKnown)) return false;
  const asks =
    text.includes('?') || /^(?:ты|вы)$/.test(words[0] ?? '') || words.includes('ли') || words.includes('или');
  const isAboutUs = words.some((word) => russianYou.test(word) || russianTalk.test(word)) || words.includes('или');
  const isCall = words.includes('мне') && !words.includes('отвечает') && !words.includes('пишет');
  return asks && isAboutUs && !isCall && words.some((word) => russianRobot.test(word) || word === 'интеллект');
}
