import { wordsOf } from './words.ts';

const list = (words: string) => new Set(words.split(/\s+/));
const denials = list("нет не неа ничего no nope nah not nothing never don't dont");
/** What makes an end of it: a bare «нет» only says that the offer is beside the point. */
const ends = list(
  'спасибо спс благодарю уже передумал передумала разобрался разобралась thanks thank thx already anymore mind',
);
const fillers = list(
  `да надо нужно больше все всё но это я мы сам сама пожалуйста большое вам за помощь
  you so much it i we need needed any more that's all i'm good fine for the your help ok okay else`,
);
const MAX_WORDS = 9;

/** «нет, спасибо», «уже не надо», "never mind": the customer wants neither what is offered nor a person. */
export function declines(text: string): boolean {
  const words = wordsOf(text).map((word) => word.replaceAll('’', "'"));
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  return (
    words.every((word) => denials.has(word) || ends.has(word) || fillers.has(word)) &&
    words.some((word) => denials.has(word)) &&
    words.some((word) => ends.has(word))
  );
}
