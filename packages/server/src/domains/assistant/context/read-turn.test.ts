import { expect, it } from 'vitest';
import { buildTurn } from '../testing/build-turn.ts';
import { readTurn } from './read-turn.ts';

it('risk: earlier messages of any length are read whole at every turn', () => {
  const long = 'word '.repeat(20_000);
  const { earlier, history } = readTurn(buildTurn('hi', { history: buildTurn(long).turn }));
  expect(history).toHaveLength(1);
  expect(earlier).toEqual([long.slice(0, 500)]);
});
