import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createVendorFetch } from '../../../platform/outbound/index.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createModelPort } from './create-model-port.ts';
import type { ModelRequest } from './port.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Reply = { status: number; body: string; type: string };
const request: Omit<ModelRequest, 'signal'> = {
  model: 'some-model',
  system: 'rules',
  messages: [{ role: 'user', content: 'question' }],
  temperature: 0.3,
  maxOutputTokens: 50,
  format: { name: 'answer', schema: {} },
};

async function ask(
  reply: Reply,
  changes: Partial<ModelRequest> = {},
): Promise<{ answer: unknown; body: unknown; headers: Record<string, unknown> }> {
  let body: unknown;
  let headers: Record<string, unknown> = {};
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      body = JSON.parse(Buffer.concat(chunks).toString());
      headers = incoming.headers;
      response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const config = {
    provider: 'anthropic' as const,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: 'key',
    name: 'some-model',
    fallbackName: undefined,
  };
  const model = createModelPort(config, { fetch: createVendorFetch({ clock: systemClock }), clock: systemClock });
  const answer = await model?.write({ ...request, ...changes, signal: new AbortController().signal });
  return { answer, body, headers };
}

// Events and stop reasons as the types of @anthropic-ai/sdk 1.11.0 have them (read November 2026).
const stream = (stopReason: string, text: string): Reply => {
  const events = [
    {
      type: 'message_start',
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'some-model-2026',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...(text === '' ? [] : [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }]),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { status: 200, type: 'text/event-stream', body };
};
const failure = (status: number, error: object): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ type: 'error', error }),
});

it('an answer with its tokens, cached ones included', async () => {
  const { answer, body, headers } = await ask(stream('end_turn', 'Да.'));
  expect(answer).toEqual({
    kind: 'written',
    text: 'Да.',
    modelId: 'some-model-2026',
    usage: { promptTokens: 13, completionTokens: 7, isEstimated: false },
  });
  expect(body).toMatchObject({ max_tokens: 50, stream: true, model: 'some-model' });
  expect(headers['x-api-key']).toBe('key');
});

it.each([
  ['a refusal', stream('refusal', ''), 'refused'],
  ['an answer cut at the limit', stream('max_tokens', 'Да, но'), 'garbage'],
  ['overload', failure(529, { type: 'overloaded_error', message: 'Overloaded' }), 'retryable'],
  ['a rate limit', failure(429, { type: 'rate_limit_error', message: 'slow down' }), 'retryable'],
  [
    'a spend limit',
    failure(429, {
      type: 'rate_limit_error',
      message: 'limit',
      details: { error_code: 'enforced_spend_limit_reached' },
    }),
    'quota',
  ],
  ['an unpaid bill', failure(402, { type: 'billing_error', message: 'pay' }), 'quota'],
  ['a wrong key', failure(401, { type: 'authentication_error', message: 'no' }), 'unavailable'],
  [
    'a prompt that is too long',
    failure(400, { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens' }),
    'context-too-long',
  ],
  ['a request that is too large', failure(413, { type: 'request_too_large', message: 'big' }), 'context-too-long'],
])('%s is classified', async (_, reply, kind) => {
  expect((await ask(reply)).answer).toMatchObject({ kind: 'failed', failure: kind });
});

it('an error event after HTTP 200 may be repeated', async () => {
  const whole = stream('end_turn', 'Да');
  const body = `${whole.body.split('event: content_block_stop')[0]}event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}\n\n`;
  expect((await ask({ ...whole, body })).answer).toMatchObject({ kind: 'failed', failure: 'retryable' });
});

it('a picture stands before its text, and a server that takes none says so', async () => {
  const shown = { contentType: 'image/jpeg' as const, bytes: Buffer.from('jpeg') };
  const messages = [{ role: 'user' as const, content: 'read it', pictures: [shown] }];
  const { answer, body } = await ask(stream('end_turn', 'Чай 100'), { messages });
  expect(answer).toMatchObject({ kind: 'written', text: 'Чай 100' });
  const source = { type: 'base64', media_type: 'image/jpeg', data: shown.bytes.toString('base64') };
  const content = [
    { type: 'image', source },
    { type: 'text', text: 'read it' },
  ];
  expect(body).toMatchObject({ messages: [{ role: 'user', content }] });
  const error = { type: 'invalid_request_error', message: 'some-model does not support image input.' };
  const refusal = { status: 400, type: 'application/json', body: JSON.stringify({ type: 'error', error }) };
  expect((await ask(refusal, { messages })).answer).toMatchObject({ kind: 'failed', failure: 'blind' });
  expect((await ask(refusal)).answer).toMatchObject({ kind: 'failed', failure: 'unavailable' });
});
