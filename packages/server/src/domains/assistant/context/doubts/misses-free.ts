import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isCommon, isFreeWord } from './misses-subject.ts';
import { isOnlyCalledOff } from './what-is-free.ts';

const PARTS = /(?<=;)\s/u;
const DIGITS = /^\p{N}+$/u;

/** «доставка бесплатная?» is not answered by «Подъём с лифтом бесплатно», though that stands under «Доставка». */
export function missesFree(question: string, passage: FoundPassage): boolean {
  const asked = wordsOf(question);
  if (passage.kind === 'qa' || !asked.some(isFreeWord)) return false;
  const thing = asked.filter((word) => isSubject(word) && !isCommon(word) && !isFreeWord(word));
  if (thing.length === 0) return false;
  const free = splitSentences(wordsToSay(passage))
    .flatMap((sentence) => sentence.split(PARTS))
    .filter((sentence) => wordsOf(sentence).some(isFreeWord))
    .map((sentence) => ({ sentence, isOfAnother: isOnlyCalledOff(question, sentence) }));
  const above = `${passage.title} ${passage.heading ?? ''}`;
  return (
    free.length > 0 &&
    !free.some(
      ({ sentence, isOfAnother }) =>
        !isOfAnother && isOf(thing, namesNothing(sentence) ? `${above} ${sentence}` : sentence),
    )
  );
}

/** «От 3000 ₽ бесплатно»: it is of what stands above it. */
function namesNothing(sentence: string): boolean {
  const [first = ''] = wordsOf(sentence);
  return isPreposition(first) || isFreeWord(first) || DIGITS.test(first);
}

function isOf(thing: readonly string[], text: string): boolean {
  const stems = wordsOf(text).map(stemWord);
  return thing.some((word) => isAmong(word, stems));
}
