import { z } from 'zod';

export type CallOptions = {
  token?: string | undefined;
  /** JSON, unless it is a form or bytes already. */
  body?: unknown;
  query?: Record<string, string> | string;
  headers?: Record<string, string>;
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON object of the answer; empty where there is none. */
  body: Record<string, unknown>;
  ms: number;
};

const object = z.record(z.string(), z.unknown());

function readObject(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {};
  return object.parse(JSON.parse(text));
}

function requestOf(method: string, { token, body, headers = {} }: CallOptions): RequestInit {
  const sent = new Headers(headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  const init: RequestInit = { method, headers: sent, redirect: 'manual' };
  if (body === undefined) return init;
  if (body instanceof FormData || Buffer.isBuffer(body)) {
    init.body = body instanceof FormData ? body : new Uint8Array(body);
    return init;
  }
  sent.set('content-type', 'application/json');
  init.body = typeof body === 'string' ? body : JSON.stringify(body);
  return init;
}

/** Plain fetch against one server; keeps every answer for tests that look through all of them. */
export function createApiCaller({ url, answers }: { url: string; answers: Answer[] }) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { query } = options;
    const search = query === undefined ? '' : `?${typeof query === 'string' ? query : new URLSearchParams(query)}`;
    const begun = performance.now();
    const response = await fetch(`${url}${path}${search}`, requestOf(method, options));
    const text = await response.text();
    const ms = performance.now() - begun;
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    const body = isJson ? readObject(text) : {};
    const answer = { status: response.status, headers: response.headers, text, body, ms };
    answers.push(answer);
    return answer;
  };
}
