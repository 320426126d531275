import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../platform/database/database-errors.ts';
import { createLog } from '../../platform/log/logger.ts';
import { eachAlone } from './each-alone.ts';

const deps = { log: createLog({ level: 'fatal' }) };
const items = [{ channelId: 'a' }, { channelId: 'b' }];

async function failFirst(error: Error): Promise<{ done: string[]; sweep: Promise<void> }> {
  const done: string[] = [];
  const sweep = eachAlone(deps, items, async ({ channelId }) => {
    if (channelId === 'a') throw error;
    done.push(channelId);
  });
  await sweep.catch(() => undefined);
  return { done, sweep };
}

it('risk: one channel that fails stops the sweep of all accounts', async () => {
  const { done, sweep } = await failFirst(new Error('of one channel'));
  expect(done).toEqual(['b']);
  await expect(sweep).resolves.toBeUndefined();
});

it('risk: without its database a sweep asks it once for each of hundreds', async () => {
  const { done, sweep } = await failFirst(new DatabaseUnavailableError('connection', { cause: null }));
  expect(done).toEqual([]);
  await expect(sweep).rejects.toThrow(DatabaseUnavailableError);
});
