import { expect, it } from 'vitest';
import { startShop } from '../testing/chaos/start-shop.ts';
import { findFreePort } from '../testing/find-free-port.ts';

it.each(['server', 'embedded'] as const)(
  'a second start on one data folder ends with 1 and says why: %s',
  async (kind) => {
    const shop = await startShop({ kind, inbound: 'pull' });
    try {
      const second = shop.boot({ dataDir: shop.dataDir, port: await findFreePort() });
      expect(await second.ended).toEqual({ code: 1, signal: null });
      expect(second.output()).toContain(`The data folder ${shop.dataDir} is in use by process ${shop.server.pid}.`);
      expect(second.output()).not.toContain('    at ');
      expect((await fetch(`${shop.server.url}/ready`)).status).toBe(200);
    } finally {
      await shop.close();
    }
  },
);
