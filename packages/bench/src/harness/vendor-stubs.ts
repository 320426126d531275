import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** What the stub model says to everything: true to the only passage of the base, so that every check lets it through. */
export const KNOWN_QUESTION = 'Сколько стоит доставка?';
export const KNOWN_ANSWER = 'Доставка по городу стоит 300 рублей.';
const written = JSON.stringify({ decision: 'answer', text: KNOWN_ANSWER, passages: [1] });

const chunkOf = (delta: object, finish: string | null) => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'stub', choices })}\n\n`;
};
const usage = { prompt_tokens: 100, completion_tokens: 30, total_tokens: 130 };
const streamed = [
  chunkOf({ role: 'assistant', content: written }, null),
  chunkOf({}, 'stop'),
  `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'stub', choices: [], usage })}\n\n`,
  'data: [DONE]\n\n',
].join('');
const message = { role: 'assistant', content: KNOWN_ANSWER };
const whole = JSON.stringify({ id: 'chat', choices: [{ index: 0, message, finish_reason: 'stop' }], usage });

const webhookCall = z.object({ url: z.string(), secret_token: z.string() });
const sendCall = z.object({ chat_id: z.number() });

export type VendorStubs = {
  /** A Bot API and a model in one: the least that a vendor can do, so that it is never the limit. */
  url: string;
  webhook(): { url: string; secret: string };
  /** Called for every message that would reach a customer. */
  onSent(listener: (chatId: number) => void): void;
  counts: { modelCalls: number; sent: number };
  close(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, body: string, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

export async function startVendorStubs(): Promise<VendorStubs> {
  let webhook = { url: '', secret: '' };
  let listener: (chatId: number) => void = () => undefined;
  let messageId = 1_000_000;
  const counts = { modelCalls: 0, sent: 0 };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readBody(request);
    const result = (value: unknown) => reply(response, JSON.stringify({ ok: true, result: value }));
    if (path.endsWith('/chat/completions')) {
      counts.modelCalls += 1;
      if (body.includes('"stream":true')) return reply(response, streamed, 'text/event-stream');
      return reply(response, whole);
    }
    if (path.endsWith('/sendMessage')) {
      const { chat_id } = sendCall.parse(JSON.parse(body));
      counts.sent += 1;
      messageId += 1;
      result({ message_id: messageId, date: 1, chat: { id: chat_id, type: 'private' } });
      return listener(chat_id);
    }
    if (path.endsWith('/getMe')) return result({ id: 7, is_bot: true, first_name: 'Bench', username: 'bench_bot' });
    if (path.endsWith('/getWebhookInfo')) return result({ url: webhook.url });
    if (path.endsWith('/setWebhook')) {
      const call = webhookCall.parse(JSON.parse(body));
      webhook = { url: call.url, secret: call.secret_token };
    }
    result(true);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    webhook: () => webhook,
    onSent: (next) => {
      listener = next;
    },
    counts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
