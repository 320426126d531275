import { startSimulatedWhatsApp } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { openChannelPath, PUBLIC_URL } from '../../testing/channel-path/open-channel-path.ts';
import { buildBase, listDialogs } from '../../testing/product/build-samples.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const anna = { id: '79161234567', name: 'Анна' };
const path = openChannelPath({ type: 'whatsapp', start: startSimulatedWhatsApp, customer: anna });

const addressOf = (id: unknown) => `${PUBLIC_URL}/hooks/whatsapp/${id}`;
const subscriptionNow = async () => {
  const { url, credentials } = path.platform;
  const answer = await fetch(`${url}/v26.0/${credentials.appId}/subscriptions`, {
    headers: { authorization: `Bearer ${credentials.appId}|${credentials.appSecret}` },
  });
  return await answer.json();
};

it('risk: two numbers of one application: the first takes the messages of the second away when it is unlinked', async () => {
  const { platform } = path;
  const { simulator } = platform;
  const base = await buildBase(path.app, path.owner);
  const other = await path.app.signUp();
  const second = simulator.registerNumber({ businessId: platform.number.businessId, name: 'Второй' });
  const third = simulator.registerNumber({ businessId: platform.number.businessId, name: 'Третий' });
  const connect = (person: { accessToken: string }, phoneNumberId: string, changes: object = {}) =>
    path.app.api('POST', '/v1/connect/whatsapp/', {
      token: person.accessToken,
      body: { ...platform.credentials, phoneNumberId, ...changes },
    });
  const first = await connect(path.owner, platform.number.id);
  expect(first.status, first.text).toBe(200);
  // The address of the first is no other program's: nobody is asked whether it may be replaced.
  const beside = await connect(path.owner, second.id, { knowledgeBaseId: base.id });
  expect(beside.status, beside.text).toBe(200);
  const stranger = await connect(other, third.id);
  expect(stranger.status, stranger.text).toBe(200);

  const remove = (person: { accessToken: string }, id: unknown) =>
    path.app.api('DELETE', `/v1/connect/whatsapp/${id}/`, { token: person.accessToken });
  expect((await remove(path.owner, first.body.id)).status).toBe(201);
  simulator.customerSends({ number: second, from: anna, text: 'Вы тут?' });
  await waitUntil(async () => (await listDialogs(path.app, path.owner)).length === 1);
  expect((await remove(path.owner, beside.body.id)).status).toBe(201);
  // What another account stands on stays as well.
  expect(await subscriptionNow()).toMatchObject({ data: [{ callback_url: addressOf(first.body.id) }] });
  simulator.customerSends({ number: third, from: anna, text: 'А вы?' });
  await waitUntil(async () => (await listDialogs(path.app, other)).length === 1);
  // The last one takes it away, whosever address it is.
  expect((await remove(other, stranger.body.id)).status).toBe(201);
  expect(await subscriptionNow()).toEqual({ data: [] });
});
