import { expect, it } from 'vitest';
import { startServerProcess } from '../testing/chaos/start-server-process.ts';
import { startShop } from '../testing/chaos/start-shop.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { createTestFolder } from '../testing/start-test-database.ts';

it('a node whose keys open nothing in the database stops with a clear text, instead of failing every message', async () => {
  const shop = await startShop({ kind: 'server', inbound: 'pull' });
  const stranger = startServerProcess({
    port: await findFreePort(),
    dataDir: createTestFolder(),
    databaseUrl: shop.databaseUrl,
  });
  try {
    expect(await stranger.ended).toEqual({ code: 1, signal: null });
    const words = stranger
      .output()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(words.join(' ')).toContain('SECRET_KEY');
    expect(words.join(' ')).not.toContain('    at ');
  } finally {
    await stranger.kill('all');
    await shop.close();
  }
});
