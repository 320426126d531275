import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startVkontakteSimulator, type VkontakteSimulator } from './start.ts';

const anna = { id: 77, name: 'Анна Орлова' };

let vk: VkontakteSimulator;
beforeEach(async () => {
  vk = await startVkontakteSimulator({ repeatsAfterMs: [5, 5] });
});
afterEach(() => vk.close());

const body = z.object({
  response: z.unknown().optional(),
  error: z.object({ error_code: z.number(), error_msg: z.string() }).optional(),
});

async function call(method: string, fields: Record<string, string> = {}, token = vk.credentials.token) {
  const answer = await fetch(`${vk.url}/method/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ v: '5.199', ...fields }),
  });
  return body.parse(await answer.json());
}
const codeOf = async (...parameters: Parameters<typeof call>) => (await call(...parameters)).error?.error_code;
const say = (fields: Record<string, string>) => call('messages.send', { peer_ids: '77', random_id: '1', ...fields });
const codeOfSaying = async (fields: Record<string, string>) => (await say(fields)).error?.error_code;

it('refuses what the platform refuses, by its code', async () => {
  vk.writes({ from: anna, text: 'Да' });
  expect(await codeOf('groups.getById', {}, 'other')).toBe(5);
  expect(await codeOf('groups.getById', { v: '5.80' })).toBe(100);
  expect(await codeOf('messages.destroy')).toBe(3);
  expect(await codeOf('groups.getCallbackServers', { group_id: '1' })).toBe(15);
  expect(await codeOfSaying({})).toBe(100);
  expect(await codeOfSaying({ message: 'Да', random_id: '4294967296' })).toBe(100);
  expect(await codeOfSaying({ message: 'я'.repeat(4097) })).toBe(914);
  expect(await codeOfSaying({ message: 'Да', attachment: 'photo1_1' })).toBe(100);
  expect(await codeOfSaying({ message: 'Да', keyboard: '{"buttons":[[{"action":{"type":"text"}}]]}' })).toBe(911);
  expect(await codeOfSaying({ message: 'Да', parse_mode: 'html' })).toBe(100);
  vk.setKey({ permissions: ['photos'] });
  expect(await codeOfSaying({ message: 'Да' })).toBe(15);
  vk.setKey({ isUserKey: true });
  expect(await codeOf('groups.getById')).toBe(100);
  vk.fail('revoked');
  expect(await codeOf('groups.getById')).toBe(5);
});

it('takes forms alone', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${vk.credentials.token}` };
  const answer = await fetch(`${vk.url}/method/groups.getById`, { method: 'POST', headers, body: '{"v":"5.199"}' });
  expect(body.parse(await answer.json()).error?.error_code).toBe(8);
});

it('a stranger is refused inside of a successful answer', async () => {
  expect(await say({ message: 'Да', peer_ids: '99' })).toMatchObject({
    response: [{ peer_id: 99, error: { code: 901 } }],
  });
});

it('the same random number within an hour is the same message, another one or none is another', async () => {
  vk.writes({ from: anna, text: 'Да' });
  const [one, again] = [await say({ message: 'Да' }), await say({ message: 'Да' })];
  expect(again).toEqual(one);
  await say({ message: 'Да', random_id: '2' });
  for (const random_id of ['0', '0']) await say({ message: 'Да', random_id });
  expect(vk.conversation('77').filter(({ author }) => author === 'business')).toHaveLength(4);
});

it('an upload is attached only after it was saved, and once saved is used up', async () => {
  vk.writes({ from: anna, text: 'Да' });
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array([1])], { type: 'image/png' }), 'a.png');
  const uploaded = await (await fetch(`${vk.url}/upload/photo`, { method: 'POST', body: form })).json();
  const fields = z.object({ photo: z.string(), hash: z.string() }).parse(uploaded);
  const saved = await call('photos.saveMessagesPhoto', { ...fields, server: '1' });
  const [photo] = z
    .array(z.object({ id: z.number(), owner_id: z.number(), access_key: z.string() }))
    .parse(saved.response);
  expect(await codeOf('photos.saveMessagesPhoto', { ...fields, server: '1' })).toBe(100);
  await say({ attachment: `photo${photo?.owner_id}_${photo?.id}_${photo?.access_key}` });
  expect(vk.conversation('77').at(-1)).toEqual({ author: 'business', text: '', attachment: 'photo' });
});

async function listen(
  answers: string[],
): Promise<{ url: string; seen: { retry: string; type: string }[]; server: Server }> {
  const seen: { retry: string; type: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { type } = z.object({ type: z.string() }).parse(JSON.parse(Buffer.concat(chunks).toString()));
    seen.push({ retry: String(request.headers['x-retry-counter'] ?? ''), type });
    response.end(answers.shift() ?? 'ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, seen, server };
}

it('a server that confirms gets events, each until it says ok, and none that it did not ask for', async () => {
  const { url, seen, server } = await listen(['a1b2c3d4', 'fail']);
  const fields = { group_id: String(vk.groupId), url, title: 'Otvet', secret_key: 's' };
  await call('groups.addCallbackServer', fields);
  const [{ id = 0, status = '' } = {}] = vk.servers();
  expect(status).toBe('ok');
  const settings = { group_id: String(vk.groupId), server_id: String(id), api_version: '5.199', message_new: '1' };
  await call('groups.setCallbackSettings', settings);
  vk.writes({ from: anna, text: 'Да' });
  vk.adminReplies({ peerId: 77, text: 'Да' });
  await vk.waitUntilDelivered();
  expect(seen).toEqual([
    { retry: '', type: 'confirmation' },
    { retry: '', type: 'message_new' },
    { retry: '1', type: 'message_new' },
  ]);
  server.close();
});

it('a server that never says ok is given up, one that says "remove" is gone, an eleventh is refused', async () => {
  const { url, server } = await listen(['a1b2c3d4', '', '', '', 'remove']);
  const group_id = String(vk.groupId);
  await call('groups.addCallbackServer', { group_id, url, title: 'Otvet' });
  const server_id = String(vk.servers()[0]?.id);
  await call('groups.setCallbackSettings', { group_id, server_id, api_version: '5.199', message_new: '1' });
  vk.writes({ from: anna, text: 'Да' });
  await vk.waitUntilDelivered();
  expect(vk.servers()[0]?.status).toBe('failed');
  for (let count = 1; count < 10; count += 1) vk.addForeignServer('https://other.example');
  expect(await codeOf('groups.addCallbackServer', { group_id, url, title: 'Otvet' })).toBe(2000);
  server.close();
});

it('the long poll gives what it was asked for, from its number on, and says when its key is over', async () => {
  const group_id = String(vk.groupId);
  expect(await codeOf('groups.getLongPollServer', { group_id })).toBe(100);
  await call('groups.setLongPollSettings', { group_id, enabled: '1', api_version: '5.199', message_new: '1' });
  const { response } = await call('groups.getLongPollServer', { group_id });
  const { server, key, ts } = z.object({ server: z.string(), key: z.string(), ts: z.string() }).parse(response);
  const poll = async (from: string) =>
    (await fetch(`${server}?${new URLSearchParams({ act: 'a_check', key, ts: from, wait: '5' })}`)).json();
  const waiting = poll(ts);
  vk.writes({ from: anna, text: 'Да' });
  expect(await waiting).toMatchObject({ ts: '1', updates: [{ type: 'message_new' }] });
  expect(await poll('7')).toEqual({ failed: 1, ts: '1' });
  vk.endLongPollKey();
  expect(await poll('1')).toEqual({ failed: 2 });
});

it('a planned fault strikes once, and all end with the repair', async () => {
  vk.writes({ from: anna, text: 'Да' });
  vk.fail('rate-limited');
  expect(await codeOfSaying({ message: 'Да' })).toBe(6);
  vk.fail('no-answer');
  await expect(say({ message: 'Ушло' })).rejects.toThrow();
  expect(vk.conversation('77').at(-1)).toMatchObject({ text: 'Ушло' });
  vk.fail('expired-media', 9);
  vk.repair();
  vk.writes({ from: anna, attachment: 'voice' });
  const voice = z.object({ audio_message: z.object({ link_ogg: z.string() }) });
  const { audio_message } = voice.parse(vk.messagesOf(77).at(-1)?.attachments[0]);
  expect((await fetch(audio_message.link_ogg)).status).toBe(200);
});
