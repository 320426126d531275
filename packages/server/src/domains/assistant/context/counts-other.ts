import { stemWord } from '../../knowledge/index.ts';

const COUNTED = /(?<![\p{L}\p{N}.,:/№#-])(?<many>\p{N}{1,4})\s(?<thing>\p{L}{3,})/gu;
/** How long, how far and how dear something is: judged by the figure itself. */
const MEASURE =
  /^(?:час|мин|сек|дн|день|ноч|сут|недел|мес|год|лет|руб|тыс|проц|килом|метр|грам|литр|этаж|hour|min|day|night|week|month|year|roub|rub|dollar|euro|percent|mile|met|floor)/iu;

/** «букет 51 роза» beside «Сколько стоит букет из 25 роз?»: the same thing, another number of them. */
export function countsOther(question: string, title: string): boolean {
  const own = countedIn(title);
  return countedIn(question).some(({ many, thing }) => {
    const same = own.filter((counted) => counted.thing === thing);
    return same.length > 0 && same.every((counted) => counted.many !== many);
  });
}

const countedIn = (text: string): { many: number; thing: string }[] =>
  [...text.matchAll(COUNTED)].flatMap(({ groups: { many = '', thing = '' } = {} }) =>
    MEASURE.test(thing) ? [] : [{ many: Number(many), thing: stemWord(thing.toLowerCase()) }],
  );
