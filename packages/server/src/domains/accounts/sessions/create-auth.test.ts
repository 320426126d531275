import { expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { createKeyring } from '../../../platform/secrets/keyring.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { systemRandom } from '../../../platform/time/ids.ts';
import { CHEAP_PASSWORDS } from '../../../testing/cheap-passwords.ts';
import { createAuth } from './create-auth.ts';

const keyring = createKeyring({ materials: [Buffer.alloc(32, 7)], random: systemRandom });

it('risk: what could not be loaded once is broken until a restart', async () => {
  const { default: pg } = await import('pg');
  const deps = {
    pool: new pg.Pool(),
    keyring,
    clock: systemClock,
    newId: () => '',
    log: createLog({ level: 'silent' }),
    passwordCost: CHEAP_PASSWORDS,
  };
  let loads = 0;
  const auth = createAuth(deps, async () => {
    loads += 1;
    if (loads === 1) throw new Error('EMFILE: too many open files');
    return { handler: async () => new Response('signed in') };
  });
  const ask = () => auth.handler(new Request('http://localhost/api/auth/token'));
  await expect(ask()).rejects.toThrow('too many open files');
  expect(await (await ask()).text()).toBe('signed in');
  await ask();
  expect(loads).toBe(2);
});
