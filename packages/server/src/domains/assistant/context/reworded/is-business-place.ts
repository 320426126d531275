import { stemWord } from '../../../knowledge/index.ts';

const PLACES = new Set(
  `магазин лавка бутик салон мастерская шоурум офис студия клиника сервис автосервис велосервис прокат кафе кофейня ресторан
  пекарня кондитерская аптека отель гостиница школа зал клуб барбершоп парикмахерская центр
  shop store salon workshop showroom office studio clinic cafe restaurant bakery gym club school hotel pharmacy barbershop
  garage center centre`
    .split(/\s+/)
    .map(stemWord),
);

/** What a business calls its own place; it may have more than one of them, each with its address and hours. */
export const isBusinessPlace = (word: string): boolean => PLACES.has(stemWord(word));

/** A house of another kind may have it beside, with hours of its own. */
const BESIDE = new Set(
  'кафе кофейня ресторан пекарня кондитерская аптека cafe restaurant bakery gym pharmacy'.split(' ').map(stemWord),
);

export const mayStandBeside = (word: string): boolean => BESIDE.has(stemWord(word));
