import { afterAll, beforeAll } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { systemRandom } from '../../../platform/time/ids.ts';
import type { TurnDecision, TurnMessage } from '../../dialogs/index.ts';
import { type OpenSources, openSources } from '../../knowledge/testing/open-sources.ts';
import { createTurnDecider } from '../decide-turn.ts';
import { buildMessage, buildSettings, buildTurn, echoTurn } from './build-turn.ts';

/** `file`: paragraphs, as the reader of the test's sources takes them; `pairs`: question, answer and other ways to ask. */
type Base = { file: string; pairs?: readonly (readonly [string, string, ...string[]])[] };

/** A base of a file and of pairs; each talk with it is the customer's messages one after another, and gives the last decision. */
async function openTalk(open: OpenSources, { file, pairs = [] }: Base) {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(file, 'О нас.txt'));
  const taught = pairs.map(([question, answer, ...phrasings]) => ({ question, answer, phrasings }));
  if (taught.length > 0) await open.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: taught });
  const decide = createTurnDecider({
    ...{ knowledge: open.knowledge, model: undefined, clock: systemClock, random: systemRandom },
    log: createLog({ level: 'silent' }),
  });
  return async (...texts: [string, ...string[]]): Promise<TurnDecision> => {
    const history: TurnMessage[] = [];
    const say = (text: string) =>
      decide({
        ...{ turn: buildTurn(text, { history: [...history] }), settings: buildSettings({ knowledgeBaseId }) },
        ...{ accountId, accountLocale: 'ru', signal: new AbortController().signal },
      });
    const [first, ...more] = texts;
    let [asked, decision] = [first, await say(first)];
    for (const text of more) {
      const seq = history.length + 1;
      history.push(buildMessage({ author: 'customer', seq, text: asked }), echoTurn(decision, seq + 1));
      [asked, decision] = [text, await say(text)];
    }
    return decision;
  };
}

export type Talk = Awaited<ReturnType<typeof openTalk>>;

/**
 * For the tests of a file. `ask`: a talk with one of these businesses, whose bases are opened before the tests, and its last
 * decision; `talkWith`: another base.
 */
export function useTalks<Business extends string>(bases: Record<Business, Base>) {
  const talks = new Map<string, Talk>();
  let open: OpenSources;
  beforeAll(async () => {
    open = await openSources();
    for (const [name, base] of Object.entries<Base>(bases)) talks.set(name, await openTalk(open, base));
  });
  afterAll(() => open.close());
  return {
    async ask(business: Business, ...texts: [string, ...string[]]): Promise<TurnDecision> {
      const talk = talks.get(business);
      if (talk === undefined) throw new Error(business);
      return await talk(...texts);
    },
    talkWith: (base: Base) => openTalk(open, base),
  };
}
