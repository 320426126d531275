type Kind = 'money' | 'distance' | 'length' | 'mass' | 'volume';
/** `isPlain`: the unit is not said. */
type Figure = { kind: Kind; min: number; max: number; before: string; isPlain: boolean };

/**
 * The units of a kind, each with how many of the smallest one it is. Durations, times and sizes are asked of in other ways, and
 * of a share («предоплата 100 %?») the right figure is the answer.
 */
const UNITS: ReadonlyArray<{ kind: Kind; unit: RegExp; factor: number }> = [
  { kind: 'money', unit: /^(?:\p{Sc}|руб\p{L}*|р|roubles?|rubles?|rub|dollars?|usd|euros?|eur|евро)$/u, factor: 1 },
  { kind: 'distance', unit: /^(?:км|километр\p{L}*|km|kilomet\p{L}*)$/u, factor: 1 },
  { kind: 'distance', unit: /^(?:miles?)$/u, factor: 1.6 },
  { kind: 'length', unit: /^(?:мм|mm|миллиметр\p{L}*)$/u, factor: 1 },
  { kind: 'length', unit: /^(?:см|cm|сантиметр\p{L}*)$/u, factor: 10 },
  { kind: 'length', unit: /^(?:м|метр\p{L}*|met(?:er|re)s?)$/u, factor: 1000 },
  { kind: 'mass', unit: /^(?:гр|грамм\p{L}*|grams?)$/u, factor: 1 },
  { kind: 'mass', unit: /^(?:кг|kg|килограмм\p{L}*|kilos?)$/u, factor: 1000 },
  { kind: 'volume', unit: /^(?:мл|ml|миллилитр\p{L}*)$/u, factor: 1 },
  { kind: 'volume', unit: /^(?:л|литр\p{L}*|lit(?:er|re)s?)$/u, factor: 1000 },
];

/** «1 500», "1,500 kg"; «1,500 кг» are a kilogram and a half. */
const NUMBER = String.raw`\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3}){1,3}(?!\p{N})|\p{N}{1,3}(?:,\p{N}{3}){1,2}(?![\p{N},]|\s?[а-яё])|\p{N}{1,12}(?:[.,]\p{N}{1,2}(?!\p{N}))?`;
/** A range counts as one figure; what is part of a time, a date, a phone or an article's code is none. */
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\p{N}+.:/№#-])(?<sign>[$€£]\s?)?(?<from>${NUMBER})(?:\s?(?:[–—-]|до|to)\s?(?<to>${NUMBER}))?(?![:/\p{N}-])(?:\s?(?<many>тыс\p{L}{0,4}\.?|thousand|[кk](?!\p{L})))?(?:\s?(?<unit>\p{Sc}|%|\p{L}{1,12}))?`,
  'giu',
);
const BEFORE = /(\p{L}{1,12})\s{1,2}$/u;
const MAX_BEFORE = 14;
const UP_TO = /^(?:до|максимум|to|under|below|within)$/iu;
const AT_LEAST = /^(?:от|свыше|более|больше|from|over|above)$/iu;
const OF = /^(?:на|за|до|от|for|of|to|from|over|under)$/iu;
/** «40 ₽ за 1 км» is true of any number of them. */
const PER = /^(?:за|каждый|каждые|каждая|per|every)$/iu;
/** From here on a figure without a unit may be a sum of money, unless something is counted with it. */
const MIN_SUM = 1000;
const THOUSANDS = /\s|,(?=\p{N}{3})/gu;
const THOUSAND = 1000;
const countsNothing = /^(?:и|или|есть|бывает|бывают|можно|будет|у|вас|сколько|and|or|is|do)$/iu;
const isYear = (value: number): boolean => value >= 1900 && value <= 2100;
/** What was paid for something earlier is not what is asked of. */
const BOUGHT = /(?<!\p{L})(?:купил|заказал|оплатил|заплатил|приобр[её]л|приобрел|взял|bought|ordered|paid)\p{L}*/iu;

/**
 * «20 км от МКАД?» is not answered by «до 10 км — 1400 ₽», nor «сертификат на 50000?» by those on 2000 and 5000: the question
 * has a figure, the words to be given have figures of the same kind, and none of them holds it. `beside`: a title or heading
 * that may hold it as well.
 */
export function missesFigure(question: string, { quote, beside }: { quote: string; beside: string }): boolean {
  if (BOUGHT.test(question)) return false;
  const said = figuresIn(quote);
  const known = [...said, ...figuresIn(beside)];
  const isSaid = (kind: Kind) => said.some((figure) => figure.kind === kind && !(figure.isPlain && isYear(figure.min)));
  return figuresIn(question)
    .filter(({ isPlain, before, min, max }) => !isPlain || (OF.test(before) && !isYear(min) && !isYear(max)))
    .some((asked) => isSaid(asked.kind) && !known.some((figure) => holds(figure, asked)));
}

const holds = (figure: Figure, asked: Figure): boolean =>
  figure.kind === asked.kind && figure.min <= asked.max && asked.min <= figure.max;

function figuresIn(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].flatMap(({ groups = {}, index }) => {
    const unit = (groups.unit ?? '').toLowerCase();
    const known = UNITS.find((one) => one.unit.test(groups.sign?.trim() ?? unit));
    const thousands = groups.many === undefined ? 1 : THOUSAND;
    const [from, to] = [groups.from, groups.to].map((number) => readNumber(number) * thousands);
    if (from === undefined || to === undefined || Number.isNaN(from)) return [];
    const isSum = from >= MIN_SUM && (unit === '' || countsNothing.test(unit));
    if (known === undefined && !isSum) return [];
    const { kind, factor } = known ?? { kind: 'money', factor: 1 };
    const before = BEFORE.exec(text.slice(Math.max(0, index - MAX_BEFORE), index))?.[1] ?? '';
    const values = Number.isNaN(to) ? boundsOf(before, { kind, value: from }) : { min: from, max: to };
    return [{ kind, before, isPlain: known === undefined, min: values.min * factor, max: values.max * factor }];
  });
}

/** «от 5000 ₽» tells what holds below it too: what is dearer is free, or nothing is cheaper. */
function boundsOf(before: string, { kind, value }: { kind: Kind; value: number }): { min: number; max: number } {
  if (kind !== 'money' && PER.test(before)) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (UP_TO.test(before)) return { min: 0, max: value };
  if (!AT_LEAST.test(before)) return { min: value, max: value };
  return { min: kind === 'money' ? 0 : value, max: Number.POSITIVE_INFINITY };
}

const readNumber = (text = ''): number =>
  text === '' ? Number.NaN : Number(text.replaceAll(THOUSANDS, '').replace(',', '.'));
