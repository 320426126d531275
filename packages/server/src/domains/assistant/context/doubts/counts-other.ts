import { stemWord } from '../../../knowledge/index.ts';

const COUNTED =
  /(?<![\p{L}\p{N}.,:/№#–—-]|(?<!\p{L})(?:от|до|с|по|и|свыше|более|менее|from|to|over|under|and)\s)(?<many>\p{N}{1,4})\s(?<thing>\p{L}{3,})/gu;
/** How long, how far and how dear something is: judged by the figure itself. */
const MEASURE =
  /^(?:час|мин|сек|дн|день|ноч|сут|недел|мес|год|лет|руб|тыс|проц|килом|метр|грам|литр|этаж|hour|min|day|night|week|month|year|roub|rub|размер|size|январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр|dollar|euro|percent|mile|met|floor)/iu;

/** «букет 51 роза» beside «Сколько стоит букет из 25 роз?»: the same thing, another number of them, which the answer does not know. */
export function countsOther(question: string, { title, text }: { title: string; text: string }): boolean {
  const own = countedIn(title);
  const said = new Set(text.match(/\p{N}{1,4}/gu));
  return countedIn(question).some(({ many, thing }) => {
    const same = own.filter((counted) => counted.thing === thing);
    return same.length > 0 && same.every((counted) => counted.many !== many) && !said.has(String(many));
  });
}

const countedIn = (text: string): { many: number; thing: string }[] =>
  [...text.matchAll(COUNTED)].flatMap(({ groups: { many = '', thing = '' } = {} }) =>
    MEASURE.test(thing) ? [] : [{ many: Number(many), thing: stemWord(thing.toLowerCase()) }],
  );
