import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildDialog, buildTelegram, buildWidget, messagesOf, until } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.close());

const reply = async (uniqueId: string, messageId: string) => {
  const path = `/v1/chat/reply-message/${encodeURIComponent(uniqueId)}/${messageId}/`;
  const answer = await app.api('POST', path, { token: person.accessToken, body: { text: 'Да, есть' } });
  expect(answer.status, answer.text).toBe(200);
  return z.object({ replyTo: z.object({ text: z.string() }).nullable() }).parse(answer.body).replyTo;
};

it('risk: a quote that the customer never sees: a channel without replies sends the words alone', async () => {
  const { channelId } = await buildWidget(app, person);
  const { uniqueId, messageId } = await buildDialog(app, { person, channelId });
  expect(await reply(uniqueId, messageId)).toBeNull();
  const path = `/v1/chat/reply-message/${encodeURIComponent(uniqueId)}/${randomUUID()}/`;
  const absent = await app.api('POST', path, { token: person.accessToken, body: { text: 'Да' } });
  expect([absent.status, absent.body.code]).toEqual([404, 'dialogs.message_not_found']);
});

it('a channel with replies quotes what is replied to', async () => {
  const { channelId, token } = await buildTelegram(app, person);
  app.telegram.customerSends({ token, from: { id: 9100, firstName: 'Анна' }, text: 'Есть диван?' });
  const uniqueId = `9100_${channelId}`;
  const asked = await until(async () => (await messagesOf(app, person, uniqueId))[0]);
  expect(await reply(uniqueId, asked.id)).toMatchObject({ text: 'Есть диван?' });
});
