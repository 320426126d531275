import type { WidgetSession } from '@otvet/contract';
import type { Language } from '../shared/host.ts';
import { isRecord, parseJson } from './read-event.ts';

export type Contact = { name?: string; email?: string; phone?: string };

/** How a call ended. `token`: the visitor is unknown there. `refused`: for good, by its code. `later`: try again, after so long if told. */
export type CallResult<Value = unknown> =
  | { kind: 'ok'; value: Value }
  | { kind: 'token' }
  | { kind: 'refused'; code: string }
  | { kind: 'later'; afterMs: number | null };

export type ProtocolClient = {
  start(token: string | null): Promise<CallResult<WidgetSession>>;
  sendText(token: string, message: { clientId: string; text: string }): Promise<CallResult>;
  sendImage(token: string, image: { clientId: string; file: Blob; name: string }): Promise<CallResult>;
  sendTyping(token: string): void;
  sendContact(token: string, contact: Contact): Promise<CallResult>;
  loadImage(token: string, imageId: string): Promise<Blob | undefined>;
  /** The raw response of the event stream. */
  openEvents(token: string, options: { after: number; signal: AbortSignal }): Promise<Response>;
};

const callMs = 20_000;
const uploadMs = 180_000;

type Call = { path: string; token?: string; body?: BodyInit; isJson?: boolean; ms?: number };

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
  const post = async ({ path, token, body, isJson, ms = callMs }: Call): Promise<CallResult> => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ms);
    try {
      const headers: HeadersInit = isJson ? { 'Content-Type': 'application/json' } : {};
      const response = await request(path, token, {
        method: 'POST',
        headers,
        body: body ?? null,
        signal: abort.signal,
      });
      return toResult(response, parseJson(await response.text()));
    } catch {
      return { kind: 'later', afterMs: null };
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    start: async (token) => {
      const body = JSON.stringify({ token, locale: options.language, page: location.href.slice(0, 2000) });
      const result = await post({ path: 'start', body, isJson: true });
      if (result.kind !== 'ok') return result;
      return isSession(result.value) ? { kind: 'ok', value: result.value } : { kind: 'later', afterMs: null };
    },
    sendText: (token, message) => post({ path: 'messages', token, body: JSON.stringify(message), isJson: true }),
    sendImage: (token, { clientId, file, name }) => {
      const body = new FormData();
      body.append('file', file, name);
      return post({ path: `images?clientId=${clientId}`, token, body, ms: uploadMs });
    },
    sendTyping: (token) => {
      void post({ path: 'typing', token });
    },
    sendContact: (token, contact) => post({ path: 'contact', token, body: JSON.stringify(contact), isJson: true }),
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
  const code = isRecord(body) && typeof body.code === 'string' ? body.code : '';
  if (status === 404 && code === 'widget.token_invalid') return { kind: 'token' };
  if (status === 408 || status === 429 || status >= 500) return { kind: 'later', afterMs: readRetryAfter(response) };
  return { kind: 'refused', code };
}

export function readRetryAfter({ headers }: Pick<Response, 'headers'>): number | null {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? Math.min(seconds, 300) * 1000 : null;
}

function isSession(value: unknown): value is WidgetSession {
  return isRecord(value) && typeof value.token === 'string' && typeof value.dialogId === 'string';
}
