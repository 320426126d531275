import { type Retrieval, relatedStems, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import type { TurnReading } from './read-turn.ts';

const MAX_TOPIC_WORDS = 4;
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
  ownWords: (text: string) => string[];
};

/**
 * «а сколько стоит?» straight after an answer asks it of what the answered pair is about: the longest run of that pair's words
 * that leads to a certain other pair which has them all. Undefined where none does.
 */
export async function findOfTopic({ query, reading, search, ownWords }: Ask): Promise<Found | undefined> {
  const { lastReply, history } = reading;
  const [topic, ...more] = lastReply?.sources ?? [];
  if (lastReply?.author !== 'assistant' || lastReply.decision !== 'answer' || !topic || more.length > 0)
    return undefined;
  const given = new Set(history.flatMap(({ sources }) => sources.map(({ passageId }) => passageId)));
  for (const run of runsOf(ownWords(topic.title).slice(-MAX_TOPIC_WORDS))) {
    const asked = `${query} ${run.join(' ')}`;
    const retrieval = await search(asked);
    const { decision, passages } = retrieval;
    const best = decision.kind === 'answer' ? passages.find(({ id }) => id === decision.id) : undefined;
    if (
      best !== undefined &&
      !given.has(best.id) &&
      asksTheSame(query, best.title) &&
      hasAll(`${best.title} ${best.text}`, run)
    )
      return { query: asked, retrieval };
  }
  return undefined;
}

/** All runs of neighbours, the longest first. */
function runsOf(words: string[]): string[][] {
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
    .some((stem) => stems.has(stem) || [...relatedStems(stem)].some((related) => stems.has(related)));
}

function hasAll(text: string, words: string[]): boolean {
  const stems = new Set(wordsOf(text).map(stemWord));
  return words.every((word) => stems.has(stemWord(word)));
}
