import { type Retrieval, sameStems, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { askWhich, findBest } from './questions/ask-which.ts';
import type { TurnReading } from './read-turn.ts';
import { hasStem } from './words/alike-words.ts';
import { ownWords } from './words/own-words.ts';
import { namesNothingElse, stemsOf } from './words/shared-words.ts';

const MAX_TOPIC_WORDS = 4;
/** «ставите», «делаете»: no part of what is asked of. */
const DONE_BY_YOU = /(?:ете|ите)(?:сь)?$/u;
/** A word that more pairs have does not tell what is meant. */
const MAX_PAIRS_OF_WORD = 2;
/** They do not tell a price from a place. */
const weakWords = new Set(
  'а и но или же ну так то это этот эта как что там тут он она оно они у в на по за вас вам вы нам нас мне and but or so then what how is are was do does it its this that the a an of for you your we us'.split(
    ' ',
  ),
);

type Found = { query: string; retrieval: Retrieval };
type Ask = {
  query: string;
  reading: TurnReading;
  search: (query: string) => Promise<Retrieval>;
};

/**
 * «а сколько стоит?» straight after an answer asks it of what the answered pair is about: the longest run of that pair's words
 * that leads to a certain pair which has them all, and names nothing beside them. It may be the same pair. One word alone has
 * to be rare: «букет» tells no bouquet from another. Undefined where none does.
 */
export async function findOfTopic({ query, reading, search }: Ask): Promise<Found | undefined> {
  const topic = readTopic(reading);
  if (topic === undefined) return undefined;
  const words = ownWords(topic).slice(-MAX_TOPIC_WORDS);
  for (const run of runsOf(words)) {
    const [word, ...more] = run;
    if (word === undefined || (more.length === 0 && !(await isRare(word, search)))) continue;
    const asked = `${query} ${run.join(' ')}`;
    const retrieval = askWhich(asked, await search(asked));
    const best = findBest(retrieval);
    if (
      best !== undefined &&
      // A price list has one word of it or another in rows about other things.
      (best.kind === 'qa' || words.every((each) => run.includes(each) || DONE_BY_YOU.test(each))) &&
      asksTheSame(query, best.title) &&
      namesNothingElse(ownWords(best.title).join(' '), `${query} ${topic}`) &&
      hasAll(`${best.title} ${best.text}`, run)
    )
      return { query: asked, retrieval };
  }
  return undefined;
}

/** What the answer right before the turn stands on; undefined where that is no one pair. */
export function readTopic({ lastReply }: Pick<TurnReading, 'lastReply'>): string | undefined {
  const [topic, ...more] = lastReply?.sources ?? [];
  const isAnswer = lastReply?.author === 'assistant' && lastReply.decision === 'answer';
  return isAnswer && more.length === 0 ? topic?.title : undefined;
}

async function isRare(word: string, search: Ask['search']): Promise<boolean> {
  const { passages } = await search(word);
  return passages.filter(({ title }) => hasStem(stemsOf(title), stemWord(word))).length <= MAX_PAIRS_OF_WORD;
}

/** All runs of neighbours, the longest first. */
function runsOf(words: readonly string[]): string[][] {
  return words
    .flatMap((_, from) => words.slice(from).map((_word, more) => words.slice(from, from + more + 1)))
    .sort((left, right) => right.length - left.length);
}

/** «сколько», «цена», "where": what is asked is asked by the pair too, if in other words. */
function asksTheSame(query: string, title: string): boolean {
  const stems = new Set(wordsOf(title).map(stemWord));
  return wordsOf(query)
    .filter((word) => !weakWords.has(word))
    .map(stemWord)
    .some((stem) => stems.has(stem) || [...sameStems(stem)].some((same) => stems.has(same)));
}

function hasAll(text: string, words: readonly string[]): boolean {
  const stems = new Set(wordsOf(text).map(stemWord));
  return words.every((word) => stems.has(stemWord(word)));
}
