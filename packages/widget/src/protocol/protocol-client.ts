import type { WidgetSession } from '@otvet/contract';
import type { Language } from '../shared/host.ts';
import { MAX_LINK_WAIT_MS } from '../state/backoff.ts';
import { MAX_WAIT_MS } from '../state/outbox.ts';
import { hasFields, parseJson } from './read-event.ts';

export type Contact = { name?: string; email?: string; phone?: string };

/** How a call ended. `token`: the visitor is unknown there. `refused`: for good, by its code. `later`: try again, after so long if told; the code is empty when there was no answer. */
export type CallResult<Value = unknown> =
  | { kind: 'ok'; value: Value }
  | { kind: 'token' }
  | { kind: 'refused'; code: string }
  | { kind: 'later'; code: string; afterMs: number | null };

export type ProtocolClient = {
  start(token: string | null): Promise<CallResult<WidgetSession>>;
  sendText(token: string, message: { clientId: string; text: string }): Promise<CallResult>;
  sendImage(
    token: string,
    image: { clientId: string; file: Blob; name: string; signal: AbortSignal },
  ): Promise<CallResult>;
  sendTyping(token: string): void;
  sendContact(token: string, contact: Contact): Promise<CallResult>;
  loadImage(token: string, imageId: string): Promise<Blob | undefined>;
  /** The raw response of the event stream. */
  openEvents(token: string, options: { after: number; signal: AbortSignal }): Promise<Response>;
};

const CALL_TIMEOUT_MS = 20_000;

const noAnswer = { kind: 'later', code: '', afterMs: null } as const;

type Call = { path: string; token?: string; json?: object };

/** Calls of the widget's own protocol; no cookies, the token goes in a header and never in an address. */
export function createProtocolClient(options: {
  base: string;
  channelId: string;
  language: Language;
  fetch: typeof fetch;
}): ProtocolClient {
  const root = `${options.base}widget/${encodeURIComponent(options.channelId)}/`;

  const request = (path: string, token: string | undefined, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    return options.fetch(root + path, { ...init, headers, credentials: 'omit', cache: init.cache ?? 'no-store' });
  };
  const post = async (path: string, token: string | undefined, init: RequestInit): Promise<CallResult> => {
    try {
      const response = await request(path, token, { ...init, method: 'POST' });
      return toResult(response, parseJson(await response.text()));
    } catch {
      return noAnswer;
    }
  };
  const postJson = async ({ path, token, json }: Call): Promise<CallResult> => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), CALL_TIMEOUT_MS);
    const headers: HeadersInit = json ? { 'Content-Type': 'application/json' } : {};
    const result = await post(path, token, { headers, body: json ? JSON.stringify(json) : null, signal: abort.signal });
    clearTimeout(timer);
    return result;
  };

  return {
    start: async (token) => {
      const json = { token, locale: options.language, page: location.href.slice(0, 2000) };
      const result = await postJson({ path: 'start', json });
      if (result.kind !== 'ok') return result;
      return isSession(result.value) ? { kind: 'ok', value: result.value } : noAnswer;
    },
    sendText: (token, message) => postJson({ path: 'messages', token, json: message }),
    sendImage: (token, { clientId, file, name, signal }) => {
      const body = new FormData();
      body.append('file', file, name);
      return post(`images?clientId=${clientId}`, token, { body, signal });
    },
    sendTyping: (token) => {
      void postJson({ path: 'typing', token });
    },
    sendContact: (token, contact) => postJson({ path: 'contact', token, json: contact }),
    loadImage: async (token, imageId) => {
      try {
        const response = await request(`files/${encodeURIComponent(imageId)}`, token, { cache: 'default' });
        return response.ok ? await response.blob() : undefined;
      } catch {
        return undefined;
      }
    },
    openEvents: (token, { after, signal }) =>
      request('events', token, { signal, headers: after > 0 ? { 'Last-Event-ID': String(after) } : {} }),
  };
}

export function toResult(response: Pick<Response, 'status' | 'headers'>, body: unknown): CallResult {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'ok', value: body };
  // A proxy before the server refuses without a code of ours; a text is never too long for one.
  const bare = status === 413 ? 'files.too_large' : '';
  const code = hasFields(body, { code: 'string' }) ? body.code : bare;
  if (status === 404 && code === 'widget.token_invalid') return { kind: 'token' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', code, afterMs: readRetryAfter(response, MAX_WAIT_MS) };
  return { kind: 'refused', code };
}

export function readRetryAfter({ headers }: Pick<Response, 'headers'>, maxMs = MAX_LINK_WAIT_MS): number | null {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? Math.min(seconds * 1000, maxMs) : null;
}

function isSession(value: unknown): value is WidgetSession {
  return hasFields(value, { token: 'string', dialogId: 'string' });
}
