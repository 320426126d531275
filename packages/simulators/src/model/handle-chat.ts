import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import { type ChatRequest, readMessageText } from './chat-request.ts';
import { type Completion, countUsage } from './completion.ts';
import { failureOf } from './errors.ts';
import type { ModelFault } from './faults.ts';
import type { ModelCall } from './ledger.ts';
import { sendStream } from './send-stream.ts';
import { sendWhole } from './send-whole.ts';
import { splitTokens } from './tokens.ts';

/** Plays the faults that leave no answer at all; true when one did. */
export async function playFailure(
  exchange: Exchange,
  scene: { fault: ModelFault | undefined; call: ModelCall; signal: AbortSignal },
): Promise<boolean> {
  const { fault, call, signal } = scene;
  if (fault === undefined) return false;
  call.fault = fault.kind;
  if (fault.kind === 'slow-first-byte') {
    await sleep(fault.delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    return signal.aborted;
  }
  if (fault.kind === 'no-answer') return true;
  if (fault.kind === 'socket-drop') {
    exchange.request.socket.destroy();
    return true;
  }
  if (fault.kind === 'html-502') {
    call.status = 502;
    const body = Buffer.from('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
    sendBytes(exchange.response, { status: 502, body, headers: { 'content-type': 'text/html' } });
    return true;
  }
  const failure = failureOf(fault);
  if (failure === undefined) return false;
  call.status = failure.status;
  sendJson(exchange.response, failure);
  return true;
}

/** Answers a chat request with the given text, spoilt as the fault says. */
export async function answerChat(
  exchange: Exchange,
  scene: { request: ChatRequest; text: string; call: ModelCall; fault: ModelFault | undefined; signal: AbortSignal },
): Promise<void> {
  const { request, call, fault, signal } = scene;
  const completion = buildCompletion(request, { text: scene.text, call, isRefused: fault?.kind === 'refusal' });
  call.answer = completion.text;
  call.status = 200;
  call.tokens = { prompt: completion.usage.prompt_tokens, completion: completion.usage.completion_tokens };
  if (request.stream === true) {
    const includesUsage = request.stream_options?.include_usage === true;
    await sendStream(exchange.response, { completion, fault, includesUsage, signal });
    return;
  }
  await sendWhole(exchange.response, { completion, fault, signal });
}

function buildCompletion(
  request: ChatRequest,
  reply: { text: string; call: ModelCall; isRefused: boolean },
): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const tokens = splitTokens(reply.text);
  const text = tokens.length > limit ? tokens.slice(0, limit).join('') : reply.text;
  const prompt = request.messages.map(readMessageText).join('\n');
  return {
    id: `chatcmpl-${reply.call.id}`,
    created: Math.floor(reply.call.at / 1000),
    model: request.model,
    text,
    finishReason: text === reply.text ? 'stop' : 'length',
    refusal: reply.isRefused ? "I'm sorry, I can't help with that." : null,
    usage: countUsage(prompt, text),
  };
}
