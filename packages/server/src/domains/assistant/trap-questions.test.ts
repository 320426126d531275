import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';
import { plain, shopPairs, traps } from './testing/trap-questions.ts';

/* What is true of one town, size or way to pay is said of no other, whether or not the customer writes capital letters. */

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(shopPairs);
  decide = started.build();
});
afterAll(() => started.close());

it.each(traps)('risk: «%s» gets the words of a pair about another thing', async (question) => {
  const { kind, sources } = await decide(buildTurn(question));
  expect([kind, sources[0]?.title]).not.toEqual(['answer', expect.anything()]);
});

it.each(plain)('«%s» is answered from its pair all the same', async (question, place) => {
  const { kind, text } = await decide(buildTurn(question));
  expect([kind, text]).toEqual(['answer', shopPairs[place]?.answer]);
});
