import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKnownHosts } from '../../platform/http/index.ts';
import { buildTenant, type Tenant } from '../../testing/product/build-tenant.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { createSiteNote } from './note-site.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';

const shown = z.object({ firstSite: z.object({ host: z.string(), at: z.string() }).nullable() });

describe.each(['server', 'embedded'] as const)('the first site on the %s database', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ kind });
  });
  afterAll(() => app.close());

  const firstSite = async ({ owner, widgetId }: Tenant) => {
    const { body } = await app.api('GET', `/v1/channels/widget/${widgetId}/`, { token: owner.accessToken });
    return shown.parse(body).firstSite;
  };
  const load = (widgetId: string, origin: string) =>
    fetch(`${app.url}/widget/${widgetId}/config`, { headers: { origin } });

  it('is told to the owner, and stays the first; our own page is none', async () => {
    const own = await buildTenant(app);
    const alien = await buildTenant(app);
    await load(own.widgetId, app.url);
    expect(await firstSite(own)).toBeNull();
    expect((await load(own.widgetId, 'https://shop.example')).status).toBe(200);
    const first = await firstSite(own);
    expect(first).toEqual({ host: 'shop.example', at: expect.stringMatching(/^20\d\d-/) });
    await load(own.widgetId, 'https://other.example');
    expect(await firstSite(own)).toEqual(first);
    expect(await firstSite(alien)).toBeNull();
  });

  it('a site that is not allowed to show the widget is none', async () => {
    const own = await buildTenant(app);
    const token = own.owner.accessToken;
    const body = { options: { allowedOrigins: ['https://shop.example'] } };
    expect((await app.api('PUT', `/v1/connect/widget/${own.widgetId}/`, { token, body })).status).toBe(201);
    expect((await load(own.widgetId, 'https://evil.example')).status).toBe(403);
    expect(await firstSite(own)).toBeNull();
  });
});

function open({ publicUrl }: { publicUrl?: string } = {}) {
  const state = { isDown: false };
  const noted: string[] = [];
  const warned: unknown[] = [];
  const note = createSiteNote({
    hosts: createKnownHosts({ publicUrl, allowedHosts: [] }),
    log: { warn: (line: unknown) => void warned.push(line) },
    channels: {
      noteSite: async ({ site }) => {
        if (state.isDown) throw new Error('down');
        noted.push(site);
      },
    },
  });
  return { note, noted, warned, state, channel: buildWidgetChannel({}) };
}

it.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example:8443', 'shop.example:8443'],
  ['https://xn--80aaxitdbjk.xn--p1ai', 'папироска.рф'],
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

it('is written once, however many load it; a database that is away costs the note alone, and the next load tries again', async () => {
  const { note, noted, warned, state, channel } = open();
  const load = { channel, origin: 'https://shop.example', host: 'chat.example' };
  state.isDown = true;
  await note(load);
  expect([noted, warned.length]).toEqual([[], 1]);
  state.isDown = false;
  for (let count = 0; count < 5; count += 1) await note(load);
  expect(noted).toEqual(['shop.example']);
  await open().note({ ...load, channel: { ...channel, isOnSite: true } });
  expect(noted).toHaveLength(1);
});
