/** What customers are called most often, by which a business speaks to them. */
const FIRST_NAMES = new Set(
  `александр александра саша алексей алёша алена алёна алина алиса алла анастасия настя анатолий андрей анна аня антон арина артём артем
  борис вадим валентина валерий валерия валера варвара василий вера вероника виктор виктория вика виталий владимир володя владислав влад
  вячеслав галина геннадий георгий григорий гульнара дарья даша денис диана дмитрий дима ева евгений евгения женя екатерина катя елена лена
  елизавета лиза жанна зоя иван игорь илья инна ирина ира камила карина кирилл кристина ксения лариса лев леонид лидия любовь людмила люда
  маргарита рита марина мария маша максим марк матвей михаил миша надежда надя наталья наталия наташа никита николай коля нина оксана олег
  олеся ольга оля павел полина роман руслан светлана света сергей серёжа софия софья станислав степан тамара татьяна таня тимур фёдор юлия
  юля юрий яна ярослав james john robert michael william david mary patricia jennifer linda elizabeth sarah karen nancy lisa anna emma
  olivia kate katie tom peter paul mark george helen jane alice laura susan chris alex sam ben daniel matthew andrew emily lucy sophie`.split(
    /\s+/,
  ),
);

export const isFirstName = (word: string): boolean => FIRST_NAMES.has(word.toLowerCase());

const ENDINGS_BEHIND_VOWEL = ['а', 'я', 'ы', 'и', 'е', 'у', 'ю', 'ой', 'ей', 'ою', 'ею'];
const ENDINGS = ['', 'й', 'ь', 'а', 'я', 'у', 'ю', 'ом', 'ем', 'ём', 'е', 'и'];
/** «Анне», «Дмитрия»: each name as it stands in a sentence. */
const FORMS = new Set([...FIRST_NAMES].flatMap(formsOf));
const CAPITAL = /(?<![\p{L}\p{N}«"“])\p{Lu}\p{L}+/gu;
const BY_FATHER = /^\p{Lu}\p{Ll}{2,}(?:[её]вич|ович|[её]вн|овн|ичн|иничн)(?:а|у|ом|ем|е|ы|ой)?$/u;

/** Words of a sentence that are first names or patronymics, in whatever form. At its beginning a word is capital anyhow. */
export function namesOfPeople(sentence: string): string[] {
  return [...sentence.matchAll(CAPITAL)].flatMap(({ 0: word, index }) => {
    const isName = index === 0 ? isFirstName(word) : FORMS.has(word.toLowerCase());
    return isName || BY_FATHER.test(word) ? [word] : [];
  });
}

function formsOf(name: string): string[] {
  if (/^[a-z]/.test(name)) return [name];
  const stem = name.replace(/[аяйь]$/, '');
  return [name, ...(/[ая]$/.test(name) ? ENDINGS_BEHIND_VOWEL : ENDINGS).map((ending) => stem + ending)];
}
