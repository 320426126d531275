import { randomUUID } from 'node:crypto';
import { z } from 'zod';

export const GOOD_PASSWORD = 'seven quiet rivers';

/** Somebody who is signed in, with calls of the public API in his name. */
export type Person = {
  email: string;
  uid: string;
  sessionToken: string;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
};

export type Pair = { question: string; answer: string };

export const shopPairs: Pair[] = [
  { question: 'Сколько стоит доставка?', answer: 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.' },
  { question: 'Как вернуть товар?', answer: 'Вернуть товар можно в течение 14 дней.' },
  { question: 'What are your opening hours?', answer: 'We are open from 10 to 20 every day.' },
];

const created = z.object({ id: z.string() });

type Call = { url: string; method: string; path: string; token?: string; body?: unknown };

async function callApi({ url, method, path, token, body }: Call): Promise<Record<string, unknown>> {
  const headers = new Headers({ connection: 'close' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** Signs up through the public API. */
export async function signUp(
  url: string,
  changes: { email?: string; name?: string; locale?: 'ru' | 'en' } = {},
): Promise<Person> {
  const { email = `${randomUUID()}@shop.example`, name = 'Анна Котова', locale = 'ru' } = changes;
  const body = { email, password: GOOD_PASSWORD, name, locale, privacyAccepted: true };
  const registered = await callApi({ url, method: 'POST', path: '/v1/mailer/send-register/', body });
  const { uid, sessionToken } = z.object({ uid: z.string(), sessionToken: z.string() }).parse(registered);
  const issued = await callApi({ url, method: 'GET', path: '/auth/token', token: sessionToken });
  const { token } = z.object({ token: z.string() }).parse(issued);
  return {
    email,
    uid,
    sessionToken,
    call: (method, path, sent) => callApi({ url, method, path, token, body: sent }),
  };
}

/** Makes a knowledge base with these pairs; its id. */
export async function createBase(
  { call }: Person,
  pairs: readonly Pair[] = shopPairs,
  name = 'Магазин',
): Promise<string> {
  const { id } = created.parse(await call('POST', '/v1/learning/create-knowledgebase/', { name }));
  for (const pair of pairs) await call('POST', `/v1/learning/create-question-answer/${id}/`, pair);
  return id;
}

/** Connects a channel and changes its settings; its id. */
export async function connectChannel(
  { call }: Person,
  channel: { type: 'widget' | 'telegram'; knowledgeBaseId?: string; name?: string; token?: string; settings?: object },
): Promise<string> {
  const { type, settings, ...credentials } = channel;
  const { id } = created.parse(await call('POST', `/v1/connect/${type}/`, credentials));
  if (settings !== undefined) await call('PUT', `/v1/connect/${type}/${id}/`, settings);
  return id;
}
