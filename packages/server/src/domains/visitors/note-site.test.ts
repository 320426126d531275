import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKnownHosts } from '../../platform/http/index.ts';
import { buildTenant, type Tenant } from '../../testing/product/build-tenant.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createSiteNote } from './note-site.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';

const shown = z.object({ lastSite: z.object({ host: z.string(), at: z.string() }).nullable() });

describe.each(['server', 'embedded'] as const)('the site of a widget on the %s database', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ kind });
  });
  afterAll(() => app.close());

  const lastSite = async ({ owner, widgetId }: Tenant) => {
    const { body } = await app.api('GET', `/v1/channels/widget/${widgetId}/`, { token: owner.accessToken });
    return shown.parse(body).lastSite;
  };
  const load = (widgetId: string, origin: string) =>
    fetch(`${app.url}/widget/${widgetId}/config`, { headers: { origin } });

  it('is told to the owner, and a later one after it; our own page is none', async () => {
    const own = await buildTenant(app);
    const alien = await buildTenant(app);
    await load(own.widgetId, app.url);
    expect(await lastSite(own)).toBeNull();
    expect((await load(own.widgetId, 'https://shop.example')).status).toBe(200);
    const first = await lastSite(own);
    expect(first).toEqual({ host: 'shop.example', at: expect.stringMatching(/^20\d\d-/) });
    expect(await lastSite(alien)).toBeNull();
  });

  it('a site that is not allowed to show the widget is none', async () => {
    const own = await buildTenant(app);
    const token = own.owner.accessToken;
    const body = { options: { allowedOrigins: ['https://shop.example'] } };
    expect((await app.api('PUT', `/v1/connect/widget/${own.widgetId}/`, { token, body })).status).toBe(201);
    expect((await load(own.widgetId, 'https://evil.example')).status).toBe(403);
    expect(await lastSite(own)).toBeNull();
  });
});

function open({ publicUrl }: { publicUrl?: string } = {}) {
  const clock = createTestClock();
  const state = { isDown: false };
  const noted: string[] = [];
  const warned: unknown[] = [];
  const note = createSiteNote({
    clock,
    hosts: createKnownHosts({ publicUrl, allowedHosts: [] }),
    log: { warn: (line: unknown) => void warned.push(line) },
    channels: {
      noteSite: async ({ site }) => {
        if (state.isDown) throw new Error('down');
        noted.push(site);
      },
    },
  });
  return { clock, note, noted, warned, state, channel: buildWidgetChannel({}) };
}

it.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example:8443', 'shop.example:8443'],
  ['https://xn--80aaxitdbjk.xn--p1ai', 'папироска.рф'],
  // A Cyrillic letter among Latin ones.
  ['https://xn--hop-ehd.example', 'xn--hop-ehd.example'],
  ['http://192.168.1.20', '192.168.1.20'],
  ['null', undefined],
  ['file://', undefined],
  ['http://localhost:8080', undefined],
  ['http://127.0.0.1', undefined],
  ['https://chat.example', undefined],
  [`https://${'x'.repeat(400)}.example`, undefined],
  [undefined, undefined],
])('%s is the site %s', async (origin, site) => {
  const { note, noted, channel } = open({ publicUrl: 'https://chat.example' });
  await note({ channel, origin, host: 'chat.example' });
  expect(noted).toEqual(site === undefined ? [] : [site]);
});

it('is written rarely, however many load it; a database that is away costs the note alone, and the next load tries again', async () => {
  const { clock, note, noted, warned, state, channel } = open();
  const load = { channel, origin: 'https://shop.example', host: 'chat.example' };
  state.isDown = true;
  await note(load);
  expect([noted, warned.length]).toEqual([[], 1]);
  state.isDown = false;
  for (let count = 0; count < 5; count += 1) await note(load);
  expect(noted).toEqual(['shop.example']);
  // Whoever calls may name any site.
  for (let count = 0; count < 5; count += 1) await note({ ...load, origin: `https://a${count}.example` });
  expect(noted).toEqual(['shop.example']);
  clock.advance(600_000);
  await note({ ...load, origin: 'https://new.example' });
  expect(noted).toEqual(['shop.example', 'new.example']);
});
