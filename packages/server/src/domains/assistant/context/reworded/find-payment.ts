import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../questions/ask-which.ts';
import { giveEach, sayIn } from './give.ts';
import { asksPayment, paymentIn } from './states-payment.ts';

const NAMES = ['как оплатить', 'способы оплаты', 'оплата картой', 'how can I pay', 'payment'];

/** «картой можно?» has one word, which «Как оплатить?» has not: the ways to pay are searched for by what they are called. */
export async function findPayment(
  question: string,
  { plain, search }: { plain: Retrieval; search: (query: string) => Promise<Retrieval> },
): Promise<Retrieval | undefined> {
  if (!asksPayment(question) || findBest(plain)?.kind === 'qa') return undefined;
  for (const name of NAMES) {
    const retrieval = await search(name);
    const found = retrieval.passages.flatMap((passage) => {
      const said = paymentIn(passage);
      return said === undefined ? [] : [sayIn(passage, said)];
    });
    const given = giveEach(retrieval, found);
    if (given !== undefined) return given;
  }
  return undefined;
}
