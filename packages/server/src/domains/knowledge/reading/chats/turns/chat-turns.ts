import { splitAtEveryEnd } from '../../../../../platform/text/split-sentences.ts';
import { isQuestion } from '../../page/pairs/is-question.ts';
import { dropNoise } from './chat-noise.ts';

/**
 * What one of them wrote at once. `day`: as it stands there, empty where no date does. `dialog`: in which of several it stands,
 * where the file says so. `about`: what it says of the speaker beside the message. `isToAnother`: it answers one from long before.
 */
export type ChatMessage = {
  speaker: string;
  day: string;
  lines: string[];
  dialog?: string;
  about?: string[];
  isToAnother?: boolean;
};

/** What one of them wrote until somebody else did, or another day began. */
export type ChatTurn = Omit<ChatMessage, 'day'>;

const ASKS =
  /^(?:подскажите|скажите|можете подсказать|хотел[аи]?(?: бы)? (?:узнать|уточнить)|интересует|please tell|tell me|i(?:'d| would) like to know)(?!\p{L})/iu;
const SAYS_NOTHING =
  /^(?:ок|окей|хорошо|спасибо|пожалуйста|понятно|понял[аи]?|принято|отлично|супер|жд[её]м|договорились|записал[аи]?|до свидания|не за что|ok|okay|sure|thanks|thank you|got it|great|bye|you'?re welcome)(?:(?: за \p{L}+| вас| большое|,? до свидания| you)?[^\p{L}\p{N}]*)$/iu;
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
    const open = goesOn(last, message) ? turns.at(-1) : undefined;
    if (open === undefined) turns.push(beginTurn(message, lines));
    else for (const line of lines) open.lines.push(line);
    last = message;
  }
  return turns;
}

function goesOn(last: ChatMessage | undefined, message: ChatMessage): boolean {
  if (last === undefined || last.speaker !== message.speaker || last.day !== message.day) return false;
  if (last.dialog !== message.dialog || message.isToAnother === true) return false;
  return last.about?.join('\n') === message.about?.join('\n');
}

const beginTurn = ({ day: _, ...message }: ChatMessage, lines: string[]): ChatTurn => ({ ...message, lines });

export const sentencesOf = ({ lines }: Pick<ChatTurn, 'lines'>): string[] => lines.flatMap(splitAtEveryEnd);

/** By its mark, or by how it begins. */
export function asksSomething(sentence: string): boolean {
  if (hasMark(sentence) || ASKS.test(sentence)) return true;
  return sentence.split(' ').length >= MIN_WORDS && !IS_STATED.test(sentence) && isQuestion(sentence);
}

export const hasMark = (sentence: string): boolean => /\?[)!»"\s]{0,5}$/.test(sentence.replace(PICTURES_AT_END, ''));

/** A question is one sentence with its mark behind it. */
export const withMark = (sentence: string): string =>
  `${sentence.replace(PICTURES_AT_END, '').replace(/[?!.…,;:)\s]{1,20}$/u, '')}?`;

/** «Хорошо», «Спасибо большое!» */
export const saysNothing = (sentence: string): boolean => SAYS_NOTHING.test(sentence);
