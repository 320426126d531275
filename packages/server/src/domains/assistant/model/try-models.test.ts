import { type ModelFaultInput, type ModelSimulator, startModelSimulator } from '@otvet/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTurn } from '../testing/build-turn.ts';
import { type StartedDecider, startDecider } from '../testing/start-decider.ts';

const KNOWN = 'Сколько стоит доставка курьером?';
const UNKNOWN = 'Можно ли с собакой в самолёт?';
const written = { decision: 'answer', text: 'Курьер привезёт заказ за 300 рублей.', passages: [1] };

let started: StartedDecider;
let model: ModelSimulator;
beforeAll(async () => {
  started = await startDecider();
});
afterAll(() => started.close());
beforeEach(async () => {
  model = await startModelSimulator({ answer: () => written });
});
afterEach(() => model.close());

/** No answer of a server that works takes so long, however busy the machine is. */
const PATIENCE_MS = 60_000;
/** After it a model that says nothing is given up; the answer of one that works has to come sooner. */
const SILENCE_MS = 1500;
const silenceOf = ({ kind }: ModelFaultInput) => (kind === 'no-answer' ? { idleMs: SILENCE_MS } : {});

const build = (more: { fallbackName?: string; idleMs?: number; totalMs?: number; apiKey?: string } = {}) => {
  const { idleMs, totalMs, ...config } = more;
  return started.build({
    model: { baseUrl: model.baseUrl, ...config },
    idleMs: idleMs ?? PATIENCE_MS,
    totalMs: totalMs ?? PATIENCE_MS,
  });
};
const callCount = () => model.ledger.calls.length;

it('a written answer keeps its sources, tokens and prompt', async () => {
  const decision = await build()(buildTurn(KNOWN));
  expect(decision).toMatchObject({ kind: 'answer', text: written.text, sources: [{ title: KNOWN }] });
  expect(decision.debug).toMatchObject({ model: 'main-model', isEstimated: false });
  expect(decision.debug?.promptTokens).toBeGreaterThan(100);
  expect(decision.debug?.totalTokens).toBe(model.ledger.countTokens().prompt + model.ledger.countTokens().completion);
  expect(decision.debug?.content).toContain(KNOWN);
  expect(model.ledger.calls[0]?.body).toMatchObject({ max_tokens: 1000, temperature: 0.3, stream: true });
});

describe('risk: the model fails and the customer hears nothing', () => {
  const passing: [string, ModelFaultInput, number][] = [
    ['429', { kind: 'rate-limited', retryAfter: 0.05 }, 2],
    ['500', { kind: 'server-error' }, 2],
    ['503 twice', { kind: 'server-error', status: 503, times: 2 }, 3],
    ['529', { kind: 'overloaded' }, 2],
    ['an HTML 502', { kind: 'html-502' }, 2],
    ['a dropped socket', { kind: 'socket-drop' }, 2],
    ['a cut stream', { kind: 'cut-stream' }, 2],
    ['an error in the stream', { kind: 'error-in-stream' }, 2],
    ['an unreadable stream', { kind: 'invalid-json' }, 2],
    ['no choices', { kind: 'empty-choices' }, 2],
    ['a refusal', { kind: 'refusal' }, 2],
    ['a context that is too long', { kind: 'context-too-long' }, 2],
    ['50 MB', { kind: 'huge-body' }, 2],
    ['silence', { kind: 'no-answer' }, 2],
    ['a stream without its end mark', { kind: 'no-done' }, 1],
    ['a slow first byte', { kind: 'slow-first-byte', delayMs: 100 }, 1],
    ['slow tokens', { kind: 'slow-tokens', everyMs: 20 }, 1],
  ];
  it.each(passing)('%s passes: the model answers all the same', async (_, fault, calls) => {
    model.faults.add(fault);
    const decision = await build(silenceOf(fault))(buildTurn(KNOWN));
    expect(decision).toMatchObject({ kind: 'answer', text: written.text });
    expect(callCount()).toBe(calls);
  });

  const lasting: [string, ModelFaultInput, RegExp, number][] = [
    ['401', { kind: 'unauthorized' }, /unavailable 401/, 1],
    ['404', { kind: 'model-not-found' }, /unavailable 404/, 1],
    ['a spent quota', { kind: 'quota-exhausted' }, /quota 429/, 1],
    ['a wait of ten minutes', { kind: 'rate-limited', retryAfter: 600 }, /retryable 429/, 1],
    ['500', { kind: 'server-error' }, /retryable 500/, 3],
    ['garbage', { kind: 'invalid-json' }, /garbage/, 2],
    ['50 MB', { kind: 'huge-body' }, /garbage/, 2],
    ['refusals', { kind: 'refusal' }, /refused/, 2],
    ['a cut stream', { kind: 'cut-stream' }, /retryable/, 3],
    ['silence', { kind: 'no-answer' }, /stalled silence/, 2],
  ];
  it.each(lasting)('%s lasts: the base answers, or a person does, with the reason', async (_, fault, step, calls) => {
    model.faults.add({ ...fault, times: 100 });
    const answered = await build(silenceOf(fault))(buildTurn(KNOWN));
    expect(answered).toMatchObject({ kind: 'answer', text: 'Доставка курьером стоит 300 рублей.' });
    expect(answered.debug).toMatchObject({ model: 'extractive' });
    expect(answered.debug?.steps.join('\n')).toMatch(step);
    expect(callCount()).toBe(calls);
    const handedOver = await build(silenceOf(fault))(buildTurn(UNKNOWN));
    expect(handedOver).toMatchObject({ kind: 'hand-over', reason: 'model_failed' });
    expect(handedOver.text).toMatch(/^Бот сейчас не может ответить/);
  });

  it('the stand-in answers when the first model is gone, at once when it stalls', async () => {
    model.faults.add({ kind: 'model-not-found' });
    const decision = await build({ fallbackName: 'small-model' })(buildTurn(KNOWN));
    expect(decision.debug).toMatchObject({ model: 'small-model' });
    expect(decision.debug?.steps).toEqual([
      expect.stringMatching(/^retrieval/),
      'model main-model, try 1: unavailable 404',
      'model small-model, try 1: written',
    ]);
    model.faults.add({ kind: 'no-answer' });
    const stalling = build({ fallbackName: 'small-model', idleMs: SILENCE_MS });
    expect((await stalling(buildTurn(KNOWN))).debug?.steps[1]).toMatch(/stalled/);
    expect(callCount()).toBe(4);
  });

  it('a server that is not there at all', async () => {
    await model.close();
    expect(await build()(buildTurn(KNOWN))).toMatchObject({
      kind: 'answer',
      debug: { model: 'extractive', content: KNOWN },
    });
    model = await startModelSimulator({ answer: () => written });
  });

  it('an answer that never ends is stopped at the deadline, and its tokens are counted', async () => {
    model.faults.add({ kind: 'never-ends', everyMs: 20, times: 100 });
    const decision = await build({ totalMs: 700 })(buildTurn(KNOWN));
    expect(decision).toMatchObject({ kind: 'answer', text: 'Доставка курьером стоит 300 рублей.' });
    expect(decision.debug).toMatchObject({ isEstimated: true, model: 'extractive' });
    expect(decision.debug?.totalTokens).toBeGreaterThan(100);
    await model.waitForCall((call) => call.isFinished && call.isAborted);
  });

  it('broken letters do not get through', async () => {
    model.faults.add({ kind: 'invalid-utf8' });
    const decision = await build()(buildTurn(KNOWN));
    expect(decision.kind).toBe('answer');
    expect(decision.text).not.toContain('\ufffd');
  });
});

it('risk: other dialogs wait for a dead model: after its failures it is left alone', async () => {
  const decide = build();
  model.faults.add({ kind: 'server-error', times: 100 });
  for (let turn = 0; turn < 2; turn += 1) await decide(buildTurn(KNOWN));
  const spent = callCount();
  const decision = await decide(buildTurn(KNOWN));
  expect(callCount()).toBe(spent);
  expect(decision.debug?.steps).toContain('model main-model: circuit open');
  expect(decision.text).toBe('Доставка курьером стоит 300 рублей.');
});

it('learns what a server does not understand and never sends it again', async () => {
  const refuse = (message: string, param: string) => ({
    status: 400,
    body: { error: { message, param, type: 'invalid_request_error', code: null } },
  });
  const refusals = [
    refuse("Unsupported value: 'temperature' does not support 0.3 with this model.", 'temperature'),
    refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
    ),
    refuse(
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      'response_format',
    ),
  ];
  const bodies: unknown[] = [];
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      const refusal = refusals.shift();
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal.body));
        return;
      }
      const forwarded = await fetch(`${model.baseUrl}/chat/completions`, {
        method: 'POST',
        body: Buffer.concat(chunks),
      });
      response
        .writeHead(forwarded.status, { 'content-type': 'text/event-stream' })
        .end(Buffer.from(await forwarded.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    const decide = started.build({ model: { baseUrl: `http://127.0.0.1:${port}/v1` } });
    expect((await decide(buildTurn(KNOWN))).text).toBe(written.text);
    expect((await decide(buildTurn(KNOWN))).text).toBe(written.text);
    expect(bodies).toHaveLength(5);
    expect(bodies.at(-1)).toMatchObject({ max_completion_tokens: 1000, response_format: { type: 'json_object' } });
    expect(bodies.at(-1)).not.toHaveProperty('temperature');
    expect(bodies.at(-1)).not.toHaveProperty('max_tokens');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('shows that it types while a slow model writes, and stops when the caller gives up', async () => {
  let typings = 0;
  const onTyping = () => (typings += 1);
  model.faults.add({ kind: 'slow-first-byte', delayMs: 700 });
  await build()(buildTurn(KNOWN), { onTyping });
  expect(typings).toBeGreaterThanOrEqual(1);
  const giveUp = new AbortController();
  model.faults.add({ kind: 'no-answer' });
  const deciding = build()(buildTurn(KNOWN), { signal: giveUp.signal });
  await model.waitForCall((call) => call.id === 2);
  giveUp.abort();
  await expect(deciding).rejects.toThrow();
});

it('neither the key nor a text of the dialog reaches the log', async () => {
  const lines: string[] = [];
  const decide = started.build({ model: { baseUrl: model.baseUrl }, log: { write: (line) => lines.push(line) } });
  model.faults.add({ kind: 'unauthorized' });
  await decide(buildTurn('Мой телефон +79161234567, сколько стоит доставка курьером?'));
  expect(lines.join('')).toContain('the model gave no answer');
  expect(lines.join('')).not.toMatch(/sk-secret|9161234567|доставка/);
});
