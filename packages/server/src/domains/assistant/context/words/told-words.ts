import { wordsOf } from '../../talk/words.ts';
import { isSubject } from './alike-words.ts';
import { GIVEN, NEEDED, OBLIGED, TAKEN, TELL, THERE_IS, WHICH, wordSet } from './asking-words.ts';

/** They ask, or say what any business does with a thing: no sentence about it has to have them. */
const ASIDE = wordSet(
  ...[WHICH, THERE_IS, NEEDED, OBLIGED, GIVEN, TAKEN, TELL],
  `каковы имеются возможно возможна возможен можно могу можете вообще именно примете возьмете берут пускаете пустите допускаете
  делаете сделаете входит входят включен включено включена включены идет ведет ведете про насчет расскажите если интересует чо чё шо какую каких
  какого брать взять принести приносить одевать надевать вам вас наш ваш ваша ваше ваши
  need needed required possible available include included tell about`,
);
/** What tells a question from others of any business. */
export const toldWords = (question: string): string[] => [
  ...new Set(wordsOf(question).filter((word) => isSubject(word) && !ASIDE.has(word))),
];

/** «тонируете», «полируете»: what is done is called by a noun. */
const DOES = /ируете$/u;
const NOUN_ENDS = ['ировка', 'ирование'];

/** A word with the nouns of what it says is done. */
export const withNouns = (word: string): string[] =>
  DOES.test(word) ? [word, ...NOUN_ENDS.map((end) => word.replace(DOES, end))] : [word];
