import { type Boldness, boldnesses } from '@otvet/contract';
import {
  falseAnswersOfHundred,
  ownAnswersOfHundred,
} from '../../../../server/src/domains/knowledge/retrieval/calibration/answer-from.ts';
import { calibrateIndex } from '../../../../server/src/domains/knowledge/retrieval/calibration/calibrate-index.ts';
import { decideAnswer } from '../../../../server/src/domains/knowledge/retrieval/decide-answer.ts';
import {
  createPassageIndex,
  type PassageIndex,
} from '../../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { searchPassages } from '../../../../server/src/domains/knowledge/retrieval/search-passages.ts';
import { askAsCustomer, type CustomerFigures } from './ask-as-customer.ts';
import type { Business } from './read-business.ts';

/** Per cent of the search alone. `shown…`: what the owner of the base reads about the same. */
export type BoldnessFigures = {
  boldness: Boldness;
  false: number;
  right: number;
  wrong: number;
  /** What the customer gets, behind all that the assistant makes of what the search finds. */
  customer: CustomerFigures;
  shownFalse: number | undefined;
  shownOwn: number | undefined;
};

/** Asks a business's base everything that its customers might write, at each boldness. */
export async function askBusiness(business: Business): Promise<BoldnessFigures[]> {
  const index = createPassageIndex();
  index.upsert(business.passages);
  await calibrateIndex(index);
  const figures: BoldnessFigures[] = [];
  for (const boldness of boldnesses) {
    const customer = await askAsCustomer(index, { business, boldness });
    figures.push({ boldness, customer, ...measure(index, { business, boldness }) });
  }
  return figures;
}

function measure(
  index: PassageIndex,
  { business, boldness }: { business: Business; boldness: Boldness },
): Omit<BoldnessFigures, 'boldness' | 'customer'> {
  const texts = new Map(business.passages.map(({ id, text }) => [id, text]));
  const answerTo = (question: string): string | undefined => {
    const decision = decideAnswer(searchPassages(index, question, { limit: 3, boldness }));
    return decision.kind === 'answer' ? texts.get(decision.id) : undefined;
  };
  const { answerable, unanswerable } = business;
  const answered = answerable.flatMap(({ text, says }) => {
    const answer = answerTo(text);
    return answer === undefined ? [] : [answer.includes(says)];
  });
  const right = answered.filter((isRight) => isRight).length;
  const falsely = unanswerable.filter((question) => answerTo(question) !== undefined).length;
  const { calibration } = index;
  return {
    false: (100 * falsely) / unanswerable.length,
    right: (100 * right) / answerable.length,
    wrong: (100 * (answered.length - right)) / answerable.length,
    shownFalse: calibration && falseAnswersOfHundred(calibration, boldness),
    shownOwn: calibration && ownAnswersOfHundred(calibration, boldness),
  };
}
