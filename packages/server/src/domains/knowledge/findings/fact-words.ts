import { PRICE_STEMS } from '../retrieval/words/price-words.ts';
import { splitWords } from '../retrieval/words/split-words.ts';
import { stemWord } from '../retrieval/words/stem-word.ts';

export type FactKind = 'price' | 'phone' | 'hours';

const NAME_WORDS = { characters: 300, words: 30 };
/** They ask for a value and name nothing. */
const ASKING: Record<FactKind, ReadonlySet<string>> = {
  price: new Set([...PRICE_STEMS, stemWord('how')]),
  phone: stems(
    'телефон телефона номер телефону phone telephone number call позвонить связаться звоните дозвониться контакты contact',
  ),
  hours: stems(
    'часы время график режим работы работаете работает открыто открыты открываетесь закрываетесь hours opening open close working time',
  ),
};
const FILLERS = stems(
  'какой какая какое какие каков у вас ваш ваша ваши наш наша мы вы ли а и же это мне подскажите скажите пожалуйста есть можно what which is are the a an your you do does of our we i please tell me когда when',
);
/** «До скольки вы открыты?», «Как вам позвонить?»: of a price the same words may be its bound. */
const ASKED_BESIDE: Record<FactKind, ReadonlySet<string>> = {
  price: new Set(),
  // One books, and on a site as well, by the phone of the shop.
  phone: stems(
    `как вам вами нам куда по какому how can записаться запись записи записывайтесь запишитесь забронировать
    на сайт сайте онлайн или через for on or book booking appointment online site website`,
  ),
  hours: stems('сколько до во how late'),
};
/** A phone or hours without a name are those of the shop. */
const OF_THE_SHOP = stems(
  'магазин магазина магазине shop store с со до по ежедневно каждый день from to at daily every day',
);
const NO_DAY_OFF = /без (?:выходных|перерыв\p{L}{0,3}(?: и выходных)?)/giu;
/** Hours of some days are no hours of the others: «пн», «понедельник» and «понедельника» are one. */
const DAYS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:пн|понедельник|mon)/iu, 'пн'],
  [/(?<!\p{L})(?:вт(?!\p{L})|вторник|tue)/iu, 'вт'],
  [/(?<!\p{L})(?:ср(?!\p{L})|сред[аыуе](?!\p{L})|wed)/iu, 'ср'],
  [/(?<!\p{L})(?:чт(?!\p{L})|четверг|thu)/iu, 'чт'],
  [/(?<!\p{L})(?:пт(?!\p{L})|пятниц|fri)/iu, 'пт'],
  [/(?<!\p{L})(?:сб(?!\p{L})|суббот|sat(?!\p{L})|saturday)/iu, 'сб'],
  [/(?<!\p{L})(?:вс(?!\p{L})|воскресен|sun(?!\p{L})|sunday)/iu, 'вс'],
  [/(?<!\p{L})(?:будн|рабочие дни|weekday)/iu, 'будни'],
  [/(?<!\p{L})(?:выходн|weekend)/iu, 'выходные'],
  [/(?<!\p{L})(?:праздн|holiday)/iu, 'праздники'],
];
/** A part of what stands above it, such as a size, an age or a place, or the sum of it; alone it names nothing. */
const PARTS = stems(
  `маленький малый мини средний большой макси обычный стандарт стандартный базовый эконом комфорт премиум люкс вип детский ребенок дети
  взрослый мужской мужчина женский женщина льготный школьный студенческий пенсионный первый второй третий последующий повторный первичный
  разовый пробный полный короткий длинный средняя утренний дневной вечерний ночной час минута день сутки неделя месяц год штука шт кг г гр
  литр л мл м см мм мин ч понедельник вторник среда четверг пятница суббота воскресенье будни выходные занятие приём прием визит сеанс
  абонемент консультация итого всего сумма оплата доплата залог штраф экономия total sum payment deposit fee saving small medium large standard regular basic premium vip adult child children kid senior student first second full
  half short long men women hour minute day week month year piece single trial session visit class appointment membership kg lb oz min`,
);
const BEGINS_A_PART =
  /^(?:по|за|в|во|на|для|из|при|до|от|с|со|без|и|или|in|on|for|from|to|per|with|without|within|outside|and|or)\s/iu;
/** Above a list of prices of all there is, not of one thing. */
const GENERAL = stems(
  'прайс прайсы лист цена цены стоимость тариф тарифы услуги товары каталог меню ассортимент price prices pricelist list catalogue catalog menu services goods',
);

export const asksFor = (name: string, kind: FactKind): boolean =>
  splitWords(name, NAME_WORDS).some((word) => ASKING[kind].has(stemWord(word)));

/** The stems of a name, without the words that ask. */
export function subjectOf(name: string, kind: FactKind): string {
  const said = kind === 'hours' ? name.replaceAll(NO_DAY_OFF, ' ') : name;
  const isEmpty = (stem: string) =>
    ASKING[kind].has(stem) ||
    FILLERS.has(stem) ||
    ASKED_BESIDE[kind].has(stem) ||
    (kind !== 'price' && OF_THE_SHOP.has(stem));
  return joinStems(stemsOf(said).filter((stem) => !isEmpty(stem)));
}

export const joinStems = (all: readonly string[]): string => [...new Set(all)].sort().join(' ');

export const stemsOf = (text: string): string[] => splitWords(text, NAME_WORDS).map(stemWord);

/** The days that a text names: «пн пт» of «Пн–пт с 9 до 20»; empty where it holds for all. */
export function daysIn(text: string): string[] {
  const said = text.replaceAll(NO_DAY_OFF, ' ');
  return DAYS.flatMap(([named, day]) => (named.test(said) ? [day] : []));
}

/** «Маленький», «1 час», «По городу»: what it is a part of stands above it. */
export const isPart = (name: string): boolean =>
  BEGINS_A_PART.test(name) || stemsOf(name).every((stem) => PARTS.has(stem) || /^\d+$/.test(stem));

/** What a heading makes of the names below it beyond what they say themselves; empty where they stand for themselves. */
export function ofHeading(heading: string, subject: string): string {
  const own = stemsOf(heading);
  if (own.some((stem) => GENERAL.has(stem))) return '';
  const named = new Set(subject.split(' '));
  return joinStems(own.filter((stem) => !named.has(stem) && !FILLERS.has(stem)));
}

function stems(words: string): Set<string> {
  return new Set(words.split(/\s+/).map((word) => stemWord(word.replaceAll('ё', 'е'))));
}
