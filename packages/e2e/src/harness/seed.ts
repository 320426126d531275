import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, type CallOptions, createApiCaller } from '../../../server/src/testing/call-api.ts';

export const goodPassword = 'seven quiet rivers';

/** Somebody who is signed in, with calls of the public API in his name. */
export type Person = {
  email: string;
  uid: string;
  sessionToken: string;
  call(method: string, path: string, body?: CallOptions['body']): Promise<Answer>;
};

export type Pair = { question: string; answer: string };

export const shopPairs: Pair[] = [
  { question: 'Сколько стоит доставка?', answer: 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.' },
  { question: 'Как вернуть товар?', answer: 'Вернуть товар можно в течение 14 дней.' },
  { question: 'What are your opening hours?', answer: 'We are open from 10 to 20 every day.' },
];

const created = z.object({ id: z.string() });

function must(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`Refused: ${answer.status} ${answer.text}`);
  return answer;
}

/** Signs up through the public API. */
export async function signUp(url: string, changes: { email?: string; name?: string; locale?: 'ru' | 'en' } = {}): Promise<Person> {
  const call = createApiCaller({ url, answers: [] });
  const { email = `${randomUUID()}@shop.example`, name = 'Анна Котова', locale = 'ru' } = changes;
  const body = { email, password: goodPassword, name, locale, privacyAccepted: true };
  const answer = must(await call('POST', '/api/v1/mailer/send-register/', { body }));
  const { uid, sessionToken } = z.object({ uid: z.string(), sessionToken: z.string() }).parse(answer.body);
  const issued = must(await call('GET', '/api/auth/token', { token: sessionToken }));
  const { token } = z.object({ token: z.string() }).parse(issued.body);
  return {
    email,
    uid,
    sessionToken,
    call: async (method, path, sent) => must(await call(method, `/api${path}`, { token, body: sent })),
  };
}

/** Makes a knowledge base with these pairs; its id. */
export async function createBase({ call }: Person, pairs: readonly Pair[] = shopPairs, name = 'Магазин'): Promise<string> {
  const { id } = created.parse((await call('POST', '/v1/learning/create-knowledgebase/', { name })).body);
  for (const pair of pairs) await call('POST', `/v1/learning/create-question-answer/${id}/`, pair);
  return id;
}

/** Connects a channel and changes its settings; its id. */
export async function connectChannel(
  { call }: Person,
  channel: { type: 'widget' | 'telegram'; knowledgeBaseId?: string; name?: string; token?: string; settings?: object },
): Promise<string> {
  const { type, settings, ...credentials } = channel;
  const { id } = created.parse((await call('POST', `/v1/connect/${type}/`, credentials)).body);
  if (settings !== undefined) await call('PUT', `/v1/connect/${type}/${id}/`, settings);
  return id;
}
