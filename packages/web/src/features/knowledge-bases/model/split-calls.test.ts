import { limits } from '@otvet/contract/values';
import { expect, it } from 'vitest';
import { splitCalls } from './split-calls.ts';

const pairs = (count: number, answer: string) =>
  Array.from({ length: count }, (_, at) => ({ question: `Вопрос ${at}`, answer }));

it('every call is within the number and the size that the server takes, and nothing is lost', () => {
  for (const given of [
    pairs(2500, 'Ответ'),
    pairs(300, 'ъ'.repeat(limits.answerText)),
    pairs(300, '"\n'.repeat(10_000)),
    pairs(200, 'Ответ').map((pair) => ({ ...pair, phrasings: Array.from({ length: 20 }, () => 'ъ'.repeat(500)) })),
  ]) {
    const calls = splitCalls(given);
    expect(calls.flat()).toEqual(given);
    for (const call of calls) {
      expect(call.length).toBeLessThanOrEqual(limits.pairsPerCall);
      expect(new TextEncoder().encode(JSON.stringify({ pairs: call })).length).toBeLessThan(limits.jsonBytes);
    }
  }
  expect(splitCalls(pairs(900, 'Ответ'))).toHaveLength(1);
  expect(splitCalls([])).toEqual([]);
});
