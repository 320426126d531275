import type { Boldness } from '@otvet/contract';
import { createTurnDecider } from '../../../../server/src/domains/assistant/decide-turn.ts';
import { buildSettings, buildTurn } from '../../../../server/src/domains/assistant/testing/build-turn.ts';
import type { PassageIndex } from '../../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { retrieveFrom } from '../../../../server/src/domains/knowledge/retrieve-from.ts';
import { createLog } from '../../../../server/src/platform/log/logger.ts';
import { systemClock } from '../../../../server/src/platform/time/clock.ts';
import { systemRandom } from '../../../../server/src/platform/time/ids.ts';
import type { Business } from './read-business.ts';

/** Per cent, of the answers that customers get: the search, and what the assistant makes of it. */
export type CustomerFigures = { right: number; wrong: number; false: number };

const PLACE = { accountId: 'account', knowledgeBaseId: 'base' };
const pool = { query: () => Promise.reject(new Error('Nothing is stored')) } as never;

/** Asks a business everything on the way that a message of a customer takes, without a model. */
export async function askAsCustomer(
  index: PassageIndex,
  { business, boldness }: { business: Business; boldness: Boldness },
): Promise<CustomerFigures> {
  const { texts, answerable, unanswerable } = business;
  const base = {
    ...{ index, boldness, near: async () => undefined },
    texts: async (ids: string[]) => new Map([...texts].filter(([id]) => ids.includes(id))),
  };
  const decide = createTurnDecider({
    knowledge: { retrieve: (asked) => retrieveFrom(base, asked, { pool, clock: systemClock }) },
    ...{ model: undefined, clock: systemClock, random: systemRandom, log: createLog({ level: 'silent' }) },
  });
  const answerTo = async (question: string): Promise<string | undefined> => {
    const { kind, text, sources } = await decide({
      ...{ turn: buildTurn(question), settings: buildSettings(PLACE), accountLocale: 'ru', ...PLACE },
      signal: new AbortController().signal,
    });
    return kind === 'answer' && sources.length > 0 ? text : undefined;
  };
  const figures = { right: 0, wrong: 0, false: 0 };
  for (const { text, says } of answerable) {
    const answer = await answerTo(text);
    if (answer !== undefined) figures[answer.includes(says) ? 'right' : 'wrong'] += 100 / answerable.length;
  }
  for (const question of unanswerable)
    if ((await answerTo(question)) !== undefined) figures.false += 100 / unanswerable.length;
  return figures;
}
