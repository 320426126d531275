import { wordsOf } from './words.ts';

/** They say how something is, not what: «больно?». */
const states = new Set(
  `больно страшно опасно вредно долго дорого дешево дешевле дороже сложно трудно тяжело удобно безопасно бесплатно платно
  painful hurt hurts dangerous safe expensive cheap difficult hard easy free`.split(/\s+/),
);

export const isOfState = (word: string): boolean => states.has(word);

/** «больно?», «почему так дорого?» */
export const asksOfState = (text: string): boolean => wordsOf(text).some(isOfState);
