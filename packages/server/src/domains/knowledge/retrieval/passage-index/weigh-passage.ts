import { isOrdinaryWord } from '../words/ordinary-words.ts';
import { type Passage, phrasingWords, questionWords, textWords } from './index-state.ts';
import { gramsOf } from './vocabulary.ts';

/**
 * What one passage takes at most, measured with `state-bytes.ts` over whole indexes that growing arrays have just
 * doubled (see the test). A passage is weighed alone, so that the sum over an account needs no look at other passages.
 */
const PASSAGE_BYTES = 700;
/** Of another way to ask: its member, its number and its place in three lists. */
const PHRASING_BYTES = 200;
/** The index does not hold them; a search on the screen reads them all. */
const CHARACTER_BYTES = 4;
const WORD_BYTES = 6;
const POSTING_BYTES = 16;
const STEM_BYTES = 260;
const SHARED_GRAM_BYTES = 16;
const OWN_GRAM_BYTES = 130;
/** Words of these alphabets alone have few pairs and triples of letters in all. */
const sharedLetters = /^(?:[a-z]*|[а-яіїєґўәғқңөұүһ]*)$/;

/** What all passages share and none is charged for: the ordinary words, and all pairs and triples of shared letters. */
export const SHARED_BYTES = 20_000_000;

/** How much memory a passage may take in an index of ordinary words: less for common words, much for invented ones. */
export function weighPassage(passage: Passage): number {
  const { phrasings = [] } = passage;
  const runs = [questionWords(passage), textWords(passage), ...phrasingWords(passage)];
  const characters = [passage.question ?? '', passage.text, ...phrasings].reduce((sum, { length }) => sum + length, 0);
  const words = runs.reduce((sum, { length }) => sum + length, 0);
  const distinct = runs.map((run) => new Set(run));
  const postings = distinct.reduce((sum, { size }) => sum + size, 0);
  let bytes =
    PASSAGE_BYTES +
    phrasings.length * PHRASING_BYTES +
    characters * CHARACTER_BYTES +
    words * WORD_BYTES +
    postings * POSTING_BYTES;
  for (const word of new Set(distinct.flatMap((run) => [...run])))
    if (!isOrdinaryWord(word)) bytes += weighNewWord(word);
  return bytes;
}

function weighNewWord(word: string): number {
  return STEM_BYTES + gramsOf(word).length * (sharedLetters.test(word) ? SHARED_GRAM_BYTES : OWN_GRAM_BYTES);
}
