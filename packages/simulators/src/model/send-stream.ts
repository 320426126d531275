import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Completion, describeChunk, describeUsageChunk } from './completion.ts';
import type { ModelFault } from './faults.ts';
import { corruptUtf8 } from './send-whole.ts';
import { splitTokens } from './tokens.ts';

const HUGE_PIECE_BYTES = 64 * 1024;

type Reply = {
  completion: Completion;
  fault: ModelFault | undefined;
  includesUsage: boolean;
  signal: AbortSignal;
};

/** Streams an answer as server-sent events, spoilt as the fault says. */
export async function sendStream(response: ServerResponse, reply: Reply): Promise<void> {
  const { completion, fault, signal } = reply;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const say = (delta: object, finishReason?: string) =>
    writeEvent(response, describeChunk(completion, finishReason === undefined ? { delta } : { delta, finishReason }));
  await say({ role: 'assistant', content: completion.refusal === null ? '' : null });
  if (fault?.kind === 'empty-choices') {
    await writeEvent(response, { ...describeUsageChunk(completion), usage: null });
    return endStream(response, reply);
  }
  if (completion.refusal !== null) {
    await say({ refusal: completion.refusal });
    await say({}, completion.finishReason);
    return endStream(response, reply);
  }
  for await (const token of produceTokens(reply)) {
    if (signal.aborted) return;
    if (fault?.kind === 'invalid-utf8') {
      const json = JSON.stringify(describeChunk(completion, { delta: { content: token } }));
      await write(response, Buffer.concat([Buffer.from('data: '), corruptUtf8(json, token), Buffer.from('\n\n')]));
    } else await say({ content: token });
  }
  if (signal.aborted) return;
  if (fault?.kind === 'cut-stream') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'invalid-json') await write(response, 'data: {"choices": [{"delta": {"content": "\n\n');
  if (fault?.kind === 'error-in-stream') {
    await writeEvent(response, {
      error: { message: 'The server had an error.', type: 'server_error', param: null, code: null },
    });
    response.end();
    return;
  }
  await say({}, completion.finishReason);
  await endStream(response, reply);
}

async function endStream(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.includesUsage) await writeEvent(response, describeUsageChunk(reply.completion));
  if (reply.fault?.kind !== 'no-done') await write(response, 'data: [DONE]\n\n');
  response.end();
}

/** The tokens at the pace, up to the number or without the end that the fault wants. */
async function* produceTokens({ completion, fault, signal }: Reply): AsyncGenerator<string> {
  const tokens = splitTokens(completion.text);
  const pause = async (ms: number) => {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  };
  if (fault?.kind === 'huge-body') {
    for (let sent = 0; sent < fault.bytes; sent += HUGE_PIECE_BYTES) yield 'я'.repeat(HUGE_PIECE_BYTES / 2);
    return;
  }
  const stopsEarly = fault?.kind === 'cut-stream' || fault?.kind === 'error-in-stream';
  for (const token of stopsEarly ? tokens.slice(0, fault.afterTokens) : tokens) {
    if (fault?.kind === 'slow-tokens') await pause(fault.everyMs);
    yield token;
  }
  while (fault?.kind === 'never-ends' && !signal.aborted) {
    await pause(fault.everyMs);
    yield 'и ';
  }
}

const writeEvent = (response: ServerResponse, event: object): Promise<void> =>
  write(response, `data: ${JSON.stringify(event)}\n\n`);

/** Waits until the bytes are on their way: a huge answer must not pile up here when the caller is slow. */
function write(response: ServerResponse, bytes: string | Buffer): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}
