import { splitAtEveryEnd } from '../../../../platform/text/split-sentences.ts';
import { isQuestion } from '../page/pairs/is-question.ts';
import { dropNoise } from './chat-noise.ts';

/** What one of them wrote at once. `day`: as it stands there, empty where no date does. */
export type ChatMessage = { speaker: string; day: string; lines: string[] };

/** What one of them wrote until somebody else did, or another day began. */
export type ChatTurn = { speaker: string; lines: string[] };

const ASKS =
  /^(?:подскажите|скажите|можете подсказать|хотел[аи]?(?: бы)? (?:узнать|уточнить)|интересует|please tell|tell me|i(?:'d| would) like to know)(?!\p{L})/iu;
const PICTURES_AT_END = /(?:\p{Extended_Pictographic}|\u{fe0f}|\u200d|\s){1,20}$/u;
/** «Можно, с 8:00.» */
const IS_STATED = /[!.,]$|^\p{L}+,/u;
/** «Как скажете» asks nothing. */
const MIN_WORDS = 3;

export function joinTurns(messages: readonly ChatMessage[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  let last: ChatMessage | undefined;
  for (const message of messages) {
    const lines = dropNoise(message.lines);
    if (lines.length === 0) continue;
    const isSame = last !== undefined && last.speaker === message.speaker && last.day === message.day;
    if (isSame) turns.at(-1)?.lines.push(...lines);
    else turns.push({ speaker: message.speaker, lines });
    last = message;
  }
  return turns;
}

export const sentencesOf = ({ lines }: ChatTurn): string[] => lines.flatMap(splitAtEveryEnd);

/** By its mark, or by how it begins. */
export function asksSomething(sentence: string): boolean {
  if (hasMark(sentence) || ASKS.test(sentence)) return true;
  return sentence.split(' ').length >= MIN_WORDS && !IS_STATED.test(sentence) && isQuestion(sentence);
}

export const hasMark = (sentence: string): boolean => /\?[)!»"\s]{0,5}$/.test(sentence.replace(PICTURES_AT_END, ''));

/** A question is one sentence with its mark behind it. */
export const withMark = (sentence: string): string =>
  `${sentence.replace(PICTURES_AT_END, '').replace(/[?!.…,;:)\s]{1,20}$/u, '')}?`;
