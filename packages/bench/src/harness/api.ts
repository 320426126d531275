import { randomUUID } from 'node:crypto';
import { z } from 'zod';

export type Api = <Schema extends z.ZodType>(
  call: { method?: string; path: string; body?: unknown; token?: string },
  schema: Schema,
) => Promise<z.output<Schema>>;

/** JSON calls of the product's public API. */
export function createApi(baseUrl: string): Api {
  return async ({ method = 'POST', path, body, token }, schema) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return schema.parse(JSON.parse(text));
  };
}

export type Owner = { sessionToken: string; uid: string; token: string };

/** Signs up a business of its own. */
export async function signUp(api: Api): Promise<Owner> {
  const body = {
    email: `bench-${randomUUID()}@example.com`,
    password: 'correct horse 9',
    name: 'Bench',
    privacyAccepted: true,
  };
  const session = await api(
    { path: '/api/v1/mailer/send-register/', body },
    z.object({ sessionToken: z.string(), uid: z.string() }),
  );
  return { ...session, token: await freshToken(api, session.sessionToken) };
}

/** The access token for API and sockets. */
export async function freshToken(api: Api, sessionToken: string): Promise<string> {
  const { token } = await api(
    { method: 'GET', path: '/api/auth/token', token: sessionToken },
    z.object({ token: z.string() }),
  );
  return token;
}
