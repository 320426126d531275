import { connectState } from '@otvet/contract';
import { startSimulatedInstagram } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { openChannelPath } from '../../testing/channel-path/open-channel-path.ts';
import { listDialogs } from '../../testing/product/build-samples.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const path = openChannelPath({
  type: 'instagram',
  start: startSimulatedInstagram,
  customer: { id: '2001778899001122551', name: 'Анна' },
});
const subscribers = () => path.platform.simulator.subscribersOf(path.platform.pageId);

/** The owner's steps up to the last button, which the caller presses. */
async function begin(type: 'instagram' | 'facebook') {
  const { ask, platform } = path;
  const id = String((await ask('POST', `/v1/connecting/${type}/`, {})).body.id);
  const advance = (input: object) => ask('POST', `/v1/connecting/${id}/advance/`, { input });
  const typed = await advance({ kind: 'fields', step: 'credentials', values: platform.credentials });
  const shown = connectState.parse(typed.body);
  const lines = shown.status === 'step' && shown.step.kind === 'code' ? (shown.step.shown ?? '') : '';
  const [url = '', verifyToken = ''] = lines.split('\n');
  const object = type === 'facebook' ? 'page' : 'instagram';
  const callback = { appId: platform.app.id, object, url, verifyToken } as const;
  expect(await platform.simulator.saveCallback(callback)).toBe(true);
  await advance({ kind: 'code', step: 'callback' });
  return { id, callback, finish: () => advance({ kind: 'review', step: 'review' }) };
}

it('risk: an Instagram account falls silent when the page that it is linked to is unlinked, or fails to connect', async () => {
  const instagram = await begin('instagram');
  expect((await instagram.finish()).body).toMatchObject({ status: 'done' });
  const failing = await begin('facebook');
  path.platform.simulator.setCallback({ ...failing.callback, url: 'https://other.example/hook', fields: ['messages'] });
  expect((await failing.finish()).body).toMatchObject({ details: { reason: 'webhook_not_set' } });
  expect(subscribers()).toEqual([path.platform.app.id]);

  const page = await begin('facebook');
  expect((await page.finish()).body).toMatchObject({ status: 'done' });
  expect((await path.ask('DELETE', `/v1/connect/facebook/${page.id}/`)).status).toBe(201);
  path.writes('Вы тут?');
  await waitUntil(async () => (await listDialogs(path.app, path.owner)).length === 1);
  expect((await path.ask('DELETE', `/v1/connect/instagram/${instagram.id}/`)).status).toBe(201);
  expect(subscribers()).toEqual([]);
});
