import { asksForFact, dropGreeting, readSmallTalk } from '../talk/small-talk.ts';
import { ownWords } from './find-knowledge.ts';

const sentenceEnd = /\n|(?<=[.?!])\s/u;
const MAX_QUESTIONS = 6;

/** The questions of a turn, each with a subject of its own; none where there are fewer than two, or a whole letter of them. */
export function splitQuestions(text: string): string[] {
  const questions = text
    .split(sentenceEnd)
    .map(dropGreeting)
    .filter((part) => asksForFact(part) && ownWords(part).length > 0 && readSmallTalk(part) === undefined);
  return questions.length > 1 && questions.length <= MAX_QUESTIONS ? questions : [];
}
