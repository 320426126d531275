import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWidgetChannel } from '../testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from '../testing/start-visitor-server.ts';

const widgetFolder = mkdtempSync(join(tmpdir(), 'otvet-widget-'));
let server: VisitorServer;

beforeAll(async () => {
  mkdirSync(join(widgetFolder, 'widget-assets'));
  writeFileSync(join(widgetFolder, 'widget.js'), 'loader()');
  writeFileSync(join(widgetFolder, 'widget-assets', 'window-abcd1234.js'), 'export {}');
  writeFileSync(join(widgetFolder, 'secret.txt'), 'secret');
  const pool = { query: () => Promise.reject(new Error('pages need no database')) };
  server = await startVisitorServer({ database: { pool }, widgetFolder });
});
afterAll(async () => {
  await server.close();
  rmSync(widgetFolder, { recursive: true });
});

const addChannel = (own: Parameters<typeof buildWidgetChannel>[0] = {}) => {
  const channel = buildWidgetChannel(own);
  server.doors.addChannel(channel);
  return channel;
};

it('hosts the real embed line under a policy without inline scripts, framed by nobody', async () => {
  const channel = addChannel();
  const response = await fetch(`${server.url}/try/${channel.id}`, { headers: { 'accept-language': 'en-GB,ru;q=0.5' } });
  const html = await response.text();
  const policy = response.headers.get('content-security-policy');
  expect(response.status).toBe(200);
  expect(html).toContain(`<script async src="/widget.js" data-id="${channel.id}"></script>`);
  expect(html).toContain('<html lang="en">');
  expect(html).not.toMatch(/<script(?![^>]* src=)|style="|onerror=/);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

it('speaks Russian unless the browser asks for another language first; English where it is neither', async () => {
  const channel = addChannel();
  const read = async (language: string, path = '') =>
    (await fetch(`${server.url}/try/${channel.id}${path}`, { headers: { 'accept-language': language } })).text();
  expect(await read('*')).toContain('<html lang="ru">');
  expect(await read('de-DE,de')).toContain('<html lang="en">');
  expect(await read('ru,en')).toContain('<html lang="ru">');
  expect(await read('en')).toContain('<html lang="en">');
  expect(await read('en', '?lang=ru')).toContain('<html lang="ru">');
});

it('says in words that a widget is unknown; the address is never echoed', async () => {
  const missing = await fetch(`${server.url}/try/%3Cscript%3Ealert(1)%3C%2Fscript%3E`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).not.toContain('alert');
});

it('the bundle is open to every site; its chunks live for ever, the loader for minutes; nothing else is served', async () => {
  const loader = await fetch(`${server.url}/widget.js`);
  expect(await loader.text()).toBe('loader()');
  expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(loader.headers.get('cache-control')).toContain('max-age=300');
  const chunk = await fetch(`${server.url}/widget-assets/window-abcd1234.js`);
  expect(chunk.headers.get('access-control-allow-origin')).toBe('*');
  expect(chunk.headers.get('cache-control')).toContain('immutable');
  for (const path of ['window-00000000.js', '..%2fsecret.txt', '..%2fwidget.js', '%2e%2e/secret.txt'])
    expect((await fetch(`${server.url}/widget-assets/${path}`)).status).toBe(404);
});
