const men = wordsOf(`
  александр алексей анатолий андрей антон аркадий арсений артем артур борис вадим валентин валерий василий виктор виталий
  владимир владислав вячеслав геннадий георгий глеб григорий даниил данил денис дмитрий евгений егор иван игорь илья кирилл
  константин лев леонид максим марк матвей михаил никита николай олег павел петр роман руслан семен сергей станислав степан
  тимофей тимур федор юрий ярослав
`);

const women = wordsOf(`
  александра алена алина алиса алла анастасия ангелина анна валентина валерия варвара василиса вера вероника виктория галина
  дарья диана евгения екатерина елена елизавета жанна зинаида зоя инна ирина карина кира кристина ксения лариса лидия любовь
  людмила маргарита марина мария милана надежда наталия наталья нина оксана ольга полина раиса светлана софия софья тамара
  татьяна ульяна юлия яна
`);

const everydayForms = wordsOf(`
  саша шура леша толя антоша аркаша боря вадик валера вася витя виталик вова володя влад слава гена гоша гриша данила даня
  дима женя ваня илюша костя леня макс миша коля паша петя рома сема сережа серега стас степа тима федя юра
  настя аня валя варя ника вика галя даша катя лена лиза зина ира кристи ксюша лара лида люба люда рита маша мила надя наташа
  оля поля рая света соня тома таня уля юля
`);

const surnames = wordsOf(`
  иванов смирнов кузнецов попов васильев петров соколов михайлов новиков федоров морозов волков алексеев лебедев семенов
  егоров павлов козлов степанов николаев орлов андреев макаров никитин захаров зайцев соловьев борисов яковлев григорьев
  романов воробьев сергеев кузьмин фролов александров дмитриев королев гусев киселев ильин максимов поляков сорокин
  виноградов ковалев белов медведев антонов тарасов жуков баранов филиппов комаров давыдов беляев герасимов богданов осипов
  сидоров матвеев титов марков миронов крылов куликов карпов власов мельников денисов гаврилов тихонов казаков афанасьев
  данилов савельев тимофеев фомин чернов абрамов мартынов ефимов федотов щербаков назаров калинин исаев чернышев быков маслов
  родионов коновалов лазарев воронин климов филатов пономарев голубев кудрявцев прохоров наумов потапов журавлев
`);

const fathersNamesOfTheirOwn = wordsOf('ильич ильинична никитич никитична львович львовна павлович павловна');

let names: ReadonlySet<string> | undefined;

/**
 * The most frequent given names of Russia, their everyday forms, surnames and fathers' names, chosen by hand (2026-11-22):
 * in small letters, without ё, in Cyrillic and in the usual ways to write them in Latin. Made at the first use.
 */
export function commonNames(): ReadonlySet<string> {
  names ??= new Set(
    [
      ...men,
      ...women,
      ...everydayForms,
      ...surnames.flatMap((surname) => [surname, `${surname}а`]),
      ...men.flatMap(fathersNamesOf),
      ...fathersNamesOfTheirOwn,
    ].flatMap((name) => [name, ...inLatin(name)]),
  );
  return names;
}

function wordsOf(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

function fathersNamesOf(name: string): string[] {
  const last = name.at(-1) ?? '';
  if (name === 'дмитрий') return ['дмитриевич', 'дмитриевна'];
  if (name.endsWith('ий')) return [`${name.slice(0, -2)}ьевич`, `${name.slice(0, -2)}ьевна`];
  if ('йь'.includes(last)) return [`${name.slice(0, -1)}евич`, `${name.slice(0, -1)}евна`];
  return 'ая'.includes(last) ? [] : [`${name}ович`, `${name}овна`];
}

const SAME = Object.fromEntries(
  Array.from('абвгдезиклмнопрстуфыэ', (key, at) => [key, 'abvgdeziklmnoprstufye'.charAt(at)]),
);
const LONG = { ж: 'zh', ц: 'ts', ч: 'ch', ш: 'sh', ъ: '', ь: '' };
/** As on cards and posts, as in passports, as typed in a hurry. */
const alphabets: Record<string, string>[] = [
  { ...SAME, ...LONG, й: 'y', х: 'kh', щ: 'shch', ю: 'yu', я: 'ya' },
  { ...SAME, ...LONG, й: 'i', х: 'kh', щ: 'shch', ю: 'iu', я: 'ia' },
  { ...SAME, ...LONG, ц: 'c', й: 'j', х: 'h', щ: 'sch', ю: 'u', я: 'a' },
];

/** How a word is written in Latin letters: those of it that are Latin already stay. */
export function inLatinLetters(word: string): string[] {
  const plain = word.replaceAll('ё', 'е');
  return alphabets.map((letters) => spell(plain, letters));
}

function inLatin(name: string): string[] {
  const endings = [name, name.replace(/ий$/, 'y'), name.replace(/ий$/, 'i'), name.replace(/ия$/, 'ia')];
  const written = endings.flatMap((each) => [each, each.replaceAll('кс', 'x')]);
  return [...new Set(written.flatMap((each) => alphabets.map((letters) => spell(each, letters))))];
}

function spell(name: string, letters: Record<string, string>): string {
  return Array.from(name, (letter) => letters[letter] ?? letter).join('');
}
