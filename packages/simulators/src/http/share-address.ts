import { readBytes } from './read-body.ts';
import { type Exchange, type RunningServer, sendBytes, serve } from './serve.ts';

const BODY_BYTES = 110 * 1024 * 1024;
/** How a platform says that it knows neither the token nor what is asked for. */
const strangers = new Set([400, 401, 403, 404]);
const NO_TOKEN = 401;
/** Those are of one connection, or made anew. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'content-encoding',
]);

/** One address for platforms that have the same one in earnest: whoever knows the token answers. */
export async function shareAddress({
  host,
  bases,
}: {
  host: string;
  bases: readonly string[];
}): Promise<RunningServer> {
  return await serve({ host, handle: (exchange) => forward(bases, exchange) });
}

async function forward(bases: readonly string[], { request, response }: Exchange): Promise<void> {
  const bytes = await readBytes(request, BODY_BYTES);
  const sent = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
  const headers = sent.map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const answers: Response[] = [];
  for (const base of bases) {
    const body = hasBody ? { body: new Uint8Array(bytes) } : {};
    const init = { method: request.method ?? 'GET', headers, redirect: 'manual' as const, ...body };
    const answer = await fetch(`${base}${request.url}`, init).catch(() => undefined);
    // A platform that gives no answer gives none here either.
    if (!answer) return void request.socket.destroy();
    answers.push(answer);
    if (!strangers.has(answer.status)) break;
  }
  const taken = answers.findLast(({ status }) => !strangers.has(status));
  // Whoever knows the token has reasons of its own to refuse.
  const chosen = taken ?? answers.find(({ status }) => status !== NO_TOKEN) ?? answers[0];
  if (!chosen) return void request.socket.destroy();
  const heard = [...chosen.headers].filter(([name]) => !ownHeaders.has(name));
  const body = Buffer.from(await chosen.arrayBuffer());
  sendBytes(response, { status: chosen.status, body, headers: Object.fromEntries(heard) });
}
