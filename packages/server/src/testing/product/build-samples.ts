import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSamplePhoto } from '@otvet/simulators';
import { z } from 'zod';
import type { Answer } from '../call-api.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Person } from './sign-up-people.ts';

const withId = z.object({ id: z.string() });
const chats = z.object({ chats: z.array(z.looseObject({ uniqueId: z.string(), chatId: z.string() })) });
const page = z.object({ messages: z.array(z.looseObject({ id: z.string(), author: z.string(), text: z.string() })) });
export type SeenMessage = z.infer<typeof page>['messages'][number];
const session = z.object({ token: z.string(), dialogId: z.string() });

/** Repeats a question until its answer is there. */
export async function until<Value>(find: () => Promise<Value | undefined>, ms = 120_000): Promise<Value> {
  const deadline = performance.now() + ms;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('It did not come');
    await sleep(30);
  }
}

export function expectOk(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`Unexpected answer ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}

/** A form with one picture. */
export function buildPhotoForm(name = 'photo.png'): FormData {
  const form = new FormData();
  form.set(
    'file',
    new File([new Uint8Array(buildSamplePhoto({ width: 40, height: 30 }).bytes)], name, { type: 'image/png' }),
  );
  return form;
}

export async function uploadPhoto(app: TestApp, person: Person): Promise<{ id: string; url: string }> {
  const { body } = expectOk(
    await app.api('POST', '/v1/upload/photos/', { token: person.accessToken, body: buildPhotoForm() }),
  );
  return z.object({ id: z.string(), url: z.string() }).parse(body);
}

/** A picture in a pair; gives its id. */
export async function addPhoto(app: TestApp, person: Person, pairId: string): Promise<string> {
  const { id: photoId } = await uploadPhoto(app, person);
  const token = person.accessToken;
  expectOk(await app.api('POST', `/v1/learning/create-qa-photo/${pairId}/`, { token, body: { photoId } }));
  return photoId;
}

/** A knowledge base with pairs; gives the ids. */
export async function buildBase(
  app: TestApp,
  person: Person,
  pairs: [question: string, answer: string][] = [['Сколько стоит доставка?', 'Доставка стоит 300 ₽.']],
): Promise<{ id: string; pairIds: string[] }> {
  const token = person.accessToken;
  const made = await app.api('POST', '/v1/learning/create-knowledgebase/', { token, body: { name: 'Доставка' } });
  const { id } = withId.parse(expectOk(made).body);
  const pairIds: string[] = [];
  for (const [question, answer] of pairs) {
    const path = `/v1/learning/create-question-answer/${id}/`;
    pairIds.push(withId.parse(expectOk(await app.api('POST', path, { token, body: { question, answer } })).body).id);
  }
  return { id, pairIds };
}

/** A base that was taught from a file with one paragraph; waits until it is read. */
export async function buildSource(
  app: TestApp,
  person: Person,
  baseId: string,
): Promise<{ sourceId: string; passageId: string }> {
  const body = new FormData();
  body.set('file', buildTextFile());
  const path = `/v1/upload/document/${baseId}/`;
  const made = expectOk(await app.api('POST', path, { token: person.accessToken, body }));
  const sourceId = z.object({ sources: z.array(withId) }).parse(made.body).sources[0]?.id ?? '';
  await waitUntilRead(app, person, { baseId, sourceId });
  const read = await app.api('GET', `/v1/upload/passages/${sourceId}/`, { token: person.accessToken });
  return { sourceId, passageId: z.object({ passages: z.array(withId) }).parse(read.body).passages[0]?.id ?? '' };
}

export const buildTextFile = (name = 'Самовывоз.txt') =>
  new File([`${name}: со склада на Лесной, 5, каждый день с девяти до шести.`], name, { type: 'text/plain' });

export const buildPairsFile = () =>
  new File(['Вопрос;Ответ\nЕсть ли скидка?;Да, с третьего заказа.'], 'Ответы.csv', { type: 'text/csv' });

const sources = z.object({ sources: z.array(z.looseObject({ id: z.string(), state: z.string() })) });

/** Waits until the reading of a source has ended, well or not. */
export async function waitUntilRead(
  app: TestApp,
  person: Person,
  { baseId, sourceId }: { baseId: string; sourceId: string },
): Promise<void> {
  await until(async () => {
    const listed = await app.api('GET', `/v1/upload/files/${baseId}/`, { token: person.accessToken });
    const { state } = sources.parse(expectOk(listed).body).sources.find(({ id }) => id === sourceId) ?? {};
    return state === 'ready' || state === 'failed' ? true : undefined;
  });
}

export async function buildWidget(
  app: TestApp,
  person: Person,
  body: { name?: string; knowledgeBaseId?: string } = {},
): Promise<{ channelId: string }> {
  const { body: made } = expectOk(
    await app.api('POST', '/v1/connect/widget/', { token: person.accessToken, body: { name: 'Магазин', ...body } }),
  );
  return { channelId: withId.parse(made).id };
}

export async function buildTelegram(
  app: TestApp,
  person: Person,
  body: { knowledgeBaseId?: string } = {},
): Promise<{ channelId: string; token: string }> {
  const { token } = app.telegram.registerBot();
  const { body: made } = expectOk(
    await app.api('POST', '/v1/connect/telegram/', { token: person.accessToken, body: { token, ...body } }),
  );
  return { channelId: withId.parse(made).id, token };
}

export type Visitor = { channelId: string; token: string; chatId: string };

/** Opens the widget's window as a new visitor. */
export async function startVisitor(app: TestApp, channelId: string): Promise<Visitor> {
  const { body } = expectOk(await app.call('POST', `/widget/${channelId}/start`, { body: { locale: 'ru' } }));
  const { token, dialogId } = session.parse(body);
  return { channelId, token, chatId: dialogId };
}

export function visitorWrites(app: TestApp, visitor: Visitor, text: string): Promise<Answer> {
  const body = { clientId: randomUUID(), text };
  return app.call('POST', `/widget/${visitor.channelId}/messages`, { token: visitor.token, body });
}

export const uniqueIdOf = ({ chatId, channelId }: { chatId: string; channelId: string }) => `${chatId}_${channelId}`;

export async function messagesOf(app: TestApp, person: Person, uniqueId: string): Promise<SeenMessage[]> {
  const path = `/v1/chat/messages/${encodeURIComponent(uniqueId)}/`;
  const answer = await app.api('GET', path, { token: person.accessToken, query: { limit: '100' } });
  return answer.status === 200 ? page.parse(answer.body).messages : [];
}

export async function listDialogs(app: TestApp, person: Person) {
  const answer = expectOk(
    await app.api('GET', '/v1/chat/all-chats/', { token: person.accessToken, query: { limit: '100' } }),
  );
  return chats.parse(answer.body).chats;
}

export type Dialog = { uniqueId: string; visitor: Visitor; messageId: string };

/** A visitor who asked one question; waits until it is stored. */
export async function buildDialog(
  app: TestApp,
  owner: { person: Person; channelId: string },
  text = 'Здравствуйте, вы открыты?',
): Promise<Dialog> {
  const visitor = await startVisitor(app, owner.channelId);
  expectOk(await visitorWrites(app, visitor, text));
  const uniqueId = uniqueIdOf(visitor);
  const first = await until(async () =>
    (await messagesOf(app, owner.person, uniqueId)).find(({ author }) => author === 'customer'),
  );
  return { uniqueId, visitor, messageId: first.id };
}
