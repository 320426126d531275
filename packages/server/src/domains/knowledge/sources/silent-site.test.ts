import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { type OpenSources, openSite, openSources } from '../testing/open-sources.ts';

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
});
afterAll(() => open.close());

type Place = { accountId: string; knowledgeBaseId: string };
const addPage = ({ accountId, knowledgeBaseId }: Place, url: string) =>
  open.sources.addPage({ accountId, knowledgeBaseId, hint: '', url });

/** Accepts, and never answers. */
async function openSilent() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }) => asked.push(url)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { asked, url: `http://127.0.0.1:${address.port}`, close };
}

it('risk: a site that never answers holds up the files of its owner and of all others', async () => {
  const silent = await openSilent();
  const [first, second, third] = [await open.openBase(), await open.openBase(), await open.openBase()];
  for (const base of [first, second])
    for (const page of ['1', '2']) await addPage(base, `${silent.url}/${base.accountId}/${page}`);
  await waitUntil(() => silent.asked.length === 2);
  for (const base of [first, third])
    expect(await base.ended(await base.upload('Доставка за два часа.'))).toMatchObject({ state: 'ready' });
  expect(silent.asked).toHaveLength(2);
  await silent.close();
  await waitUntil(async () => {
    const { rows } = await open.pool.query("select 1 from knowledge_sources where state = 'reading'");
    return rows.length === 0;
  });
});

it('risk: the next tries of a page go before what its owner asks for meanwhile, for ever', async () => {
  const site = await openSite();
  const base = await open.openBase();
  site.page.status = 500;
  const { id } = await addPage(base, `${site.url}/dead`);
  await waitUntil(async () => (await base.find(id))?.nextTryAt != null);
  Object.assign(site.page, { status: 200, body: 'Доставка за два часа.' });
  const held = Promise.withResolvers<void>();
  site.hold(() => held.promise);
  await addPage(base, `${site.url}/a`);
  await waitUntil(() => site.seen.length === 2);
  for (const page of ['b', 'c']) await addPage(base, `${site.url}/${page}`);
  open.clock.advance(60_000);
  await open.sources.checkDue();
  held.resolve();
  await waitUntil(() => site.seen.length === 5);
  expect(site.seen.map(({ path }) => path)).toEqual(['/dead', '/a', '/b', '/c', '/dead']);
  await waitUntil(async () => (await base.find(id))?.state === 'ready');
  await site.close();
});
