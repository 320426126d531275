import { splitAtEveryEnd } from '../../../../platform/text/split-sentences.ts';
import { isPriceWord } from '../../../knowledge/index.ts';
import { isWordOfTime } from '../../talk/asks-how-long.ts';
import { asksForFact, dropGreeting, readSmallTalk } from '../../talk/small-talk.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { ownWords } from '../words/own-words.ts';
import { asksQuality, shareObject } from './share-object.ts';

const MAX_QUESTIONS = 6;

/** What a question begins with; behind «и» a clause of time or place is one too, behind a bare comma it may belong to what stands before it. */
const BEGINS =
  /^(?:сколько|во сколько|до скольки|почем|почём|где (?:вы|у вас|ваш|находит\p{L}{2,3})|как (?:к вам|до вас|можно|мне|нам|лучше|\p{L}{2,20}(?:ть|ти|чь)(?:ся)?)|как(?:ой|ая|ое|ие) у вас|есть ли|есть у вас|у вас есть|можно|\p{L}{3,20}(?:те|ете|ите) ли|how (?:much|many|long|do|can|to)|what (?:is|are|time)|where (?:are|is|do|can)|when (?:do|are|will|is|can)|do you|do i|does|can (?:i|you|we)|could (?:i|you|we)|are you|are there|is there|will you|which (?:is|are|do))(?!\p{L})/iu;
const BEGINS_BEHIND_AND = /^(?:где|когда|куда|откуда|какой|какая|какое|какие)(?!\p{L})/iu;
const JOINT = /,? (?<and>а также|and also|и|а|and)(?= )|,(?= )/giu;
const AND = /^(?:и|а|and) /iu;
/** «как узнать, где мой заказ» asks one thing. */
const leadsOn =
  /(?:узнать|понять|проверить|посмотреть|выяснить|определить|сказать|уточнить|делать|знаете|знать|find out|know|check|see|tell me|understand)$/iu;
const placeOf =
  /^(?:а |и |and )?(?:где|как|когда|where|how|when)(?![\p{L}]).{0,20}(?<![\p{L}])(?:вы|вас|вам|you)(?![\p{L}])/iu;

/** The questions of a turn, each with a subject of its own; none where there are fewer than two, or a whole letter of them. */
export function splitQuestions(text: string): string[] {
  const questions = splitAtEveryEnd(text)
    .map(dropGreeting)
    .flatMap(splitSentence)
    .filter((part) => isQuestion(part) && readSmallTalk(part) === undefined);
  return questions.length > 1 && questions.length <= MAX_QUESTIONS ? questions : [];
}

/** At a comma or «и» before a question word, where each part asks by itself; else the sentence stays whole. */
function splitSentence(sentence: string): string[] {
  const parts = withThing(cutAtJoints(sentence.replace(/\s+/gu, ' ')));
  const [first = '', ...rest] = parts;
  const asked = ownWords(first).length === 0 && !hasSubject(first) ? rest : parts;
  const areWhole = asked.every(
    (part, place) => asks(part) && hasSubject(part) && (place === asked.length - 1 || !leadsOn.test(part)),
  );
  return asked.length > 1 && areWhole ? withObject(asked) : [sentence];
}

const begins = (text: string): boolean => BEGINS.test(text) || BEGINS_BEHIND_AND.test(text);

const asks = (part: string): boolean => begins(part.replace(AND, ''));

function cutAtJoints(sentence: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: joint, index, groups } of sentence.matchAll(JOINT)) {
    const rest = sentence.slice(index + joint.length + 1);
    const isBegun = groups?.and === undefined ? BEGINS.test(rest) : begins(rest);
    if (!isBegun) continue;
    parts.push(sentence.slice(start, index));
    start = index + joint.length + 1;
  }
  return [...parts, sentence.slice(start)];
}

/** «сколько стоит и когда занятия?»: what the second part is of, the first one is of too. */
function withThing([first = '', second = '', ...more]: readonly string[]): string[] {
  const parts = [first, second, ...more].filter((part) => part !== '');
  if (second === '' || !asks(first) || placeOf.test(first) || thingsOf(first).length > 0) return parts;
  const thing = thingsOf(second).filter((word) => !isCommon(word));
  return thing.length === 0 ? parts : [`${first} ${thing.join(' ')}`, ...parts.slice(1)];
}

const thingsOf = (part: string): string[] => ownWords(part).filter((word) => !isWordOfTime(word) && !isPriceWord(word));

/** «какие размеры и какие цвета у дивана?»; «какие способы оплаты» is whole by itself. */
function withObject(parts: readonly string[]): string[] {
  const shared = shareObject(parts);
  return parts.map((part, place) =>
    asksQuality(part) && ownWords(part).length === 1 ? (shared[place] ?? part) : part,
  );
}

const isQuestion = (part: string): boolean => (asksForFact(part) || asks(part)) && hasSubject(part);

/** «где вы» asks of the business itself. */
const hasSubject = (part: string): boolean => ownWords(part).length > 0 || placeOf.test(part);
