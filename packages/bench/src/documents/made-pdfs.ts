import { limits } from '@otvet/contract';
import { makePdf } from '../../../server/src/domains/knowledge/testing/documents/make-pdf.ts';

const LINES = 45;
const TOP = 780;
const LINE_HEIGHT = 16;
const KILOBYTE = 1024;

const lineOf = (page: number, line: number) =>
  `Пункт ${page}.${line}: доставка по городу, срок хранения заказа и стоимость услуги ${page * LINES + line} рублей.`;

/** A PDF of so many full pages of text. */
export function makePages(count: number): Buffer {
  const lines = (page: number) =>
    Array.from({ length: LINES }, (_, line) => ({
      text: lineOf(page, line),
      x: 40,
      y: TOP - line * LINE_HEIGHT,
      size: 9,
    }));
  return makePdf(Array.from({ length: count }, (_, page) => lines(page)));
}

/** The largest PDF of such pages that a base takes. */
export function makeLargestPdf(): Buffer {
  const few = 10;
  const ofPage = (makePages(2 * few).length - makePages(few).length) / few;
  const room = limits.sourceBytes - 64 * KILOBYTE;
  return makePages(Math.floor(room / (1.02 * ofPage)));
}
