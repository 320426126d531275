import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createTryTurns } from './try-turns.ts';

const SECOND_MS = 1000;
const MAX_WAITING = 20;

function start() {
  const clock = createTestClock();
  const turns = createTryTurns({ clock });
  const passed: string[] = [];
  let networks = 0;
  const newNetwork = () => {
    networks += 1;
    return `network ${networks}`;
  };
  const queue = (key: string, { network = newNetwork(), gone = new AbortController() } = {}) => {
    const wait = turns.wait({ key, network, signal: gone.signal });
    wait.then(
      () => passed.push(`${key}, ${network}`),
      () => undefined,
    );
    return wait;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const second = async () => {
    clock.advance(SECOND_MS);
    await settle();
    return [...passed];
  };
  return { passed, queue, settle, second };
}

describe('tries at one address', () => {
  it('pass one after another, a second apart; those at another address do not wait for them', async () => {
    const { passed, queue, settle, second } = start();
    for (const key of ['ann', 'ann', 'ann', 'bob']) void queue(key);
    await settle();
    expect(passed).toEqual(['ann, network 1', 'bob, network 4']);
    expect(await second()).toHaveLength(3);
    expect(await second()).toHaveLength(4);
  });

  it('are refused when many stand before them, or one of the same network, until these have passed', async () => {
    const { queue, second } = start();
    await queue('ann');
    for (let count = 0; count < MAX_WAITING - 1; count += 1) void queue('ann');
    void queue('ann', { network: 'one' });
    await expect(queue('ann')).rejects.toMatchObject({ code: 'request.rate_limited' });
    await second();
    await expect(queue('ann', { network: 'one' })).rejects.toMatchObject({ code: 'request.rate_limited' });
    for (let count = 0; count < MAX_WAITING; count += 1) await second();
    await expect(queue('ann', { network: 'one' })).resolves.toBeUndefined();
  });

  it('risk: tries whose client has gone hold the queue', async () => {
    const { queue, second } = start();
    await queue('ann');
    const gone = new AbortController();
    for (let count = 0; count < MAX_WAITING; count += 1) void queue('ann', { gone });
    gone.abort();
    void queue('ann', { network: 'owner' });
    expect(await second()).toContain('ann, owner');
  });
});
