import { BodyTooLargeError, BodyUnreadableError, readBytes, readJsonObject } from '../http/read-body.ts';
import { type Exchange, sendJson } from '../http/serve.ts';
import { chatRequestSchema, readPictures } from './chat-request.ts';
import { decideAnswer } from './decide-answer.ts';
import { describeEmbeddings, embeddingRequestSchema } from './embeddings.ts';
import { fail, type ModelFailure, PICTURE_INVALID, PICTURES_UNSUPPORTED } from './errors.ts';
import type { ModelEndpoint, ModelFault } from './faults.ts';
import { answerChat, playFailure } from './handle-chat.ts';
import { type ModelCall, readKey, readOpenHeaders } from './ledger.ts';
import { isKnownForm, readForm, transcriptionRequestSchema } from './transcriptions.ts';
import type { ModelWorld } from './world.ts';

const BODY_LIMIT = 32 * 1024 * 1024;
const ENDPOINTS: Record<string, ModelEndpoint> = {
  '/v1/chat/completions': 'chat',
  '/v1/embeddings': 'embeddings',
  '/v1/models': 'models',
  '/v1/audio/transcriptions': 'transcriptions',
};

/** What a picture shows that nobody scripted. */
const SAMPLE_PICTURE = '# Прайс\n\n| Услуга | Цена |\n|---|---|\n| Доставка | 300 ₽ |';
/** What a recording says that nobody scripted. */
const SAMPLE_SPEECH = 'Сколько стоит доставка?';
const UNKNOWN_FORM = fail(400, {
  message: 'Unrecognized file format.',
  type: 'invalid_request_error',
  code: null,
  param: 'file',
});

type Scene = {
  world: ModelWorld;
  exchange: Exchange;
  call: ModelCall;
  fault: ModelFault | undefined;
  signal: AbortSignal;
};

/** Answers `/v1/…` and writes the request into the ledger. */
export async function handleModelApi(world: ModelWorld, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const body = request.method === 'POST' ? await readRequest(exchange) : { fields: {} };
  const { key, keyHash } = readKey(request.headers);
  const call = openCall(world, { exchange, keyHash, body: 'failure' in body ? undefined : body.fields });
  const hungUp = new AbortController();
  response.on('close', () => {
    call.isAborted = !response.writableFinished;
    call.isFinished = true;
    hungUp.abort();
    world.events.emit(call);
  });
  const endpoint = ENDPOINTS[url.pathname];
  const invalid = 'invalid_request_error';
  if (world.keys !== undefined && (key === undefined || !world.keys.has(key))) {
    return refuse(exchange, {
      call,
      failure: fail(401, { message: 'Incorrect API key provided.', type: invalid, code: 'invalid_api_key' }),
    });
  }
  if (endpoint === undefined) {
    return refuse(exchange, {
      call,
      failure: fail(404, { message: `Unknown request URL: ${url.pathname}`, type: invalid, code: 'unknown_url' }),
    });
  }
  if ('failure' in body) return refuse(exchange, { call, failure: body.failure });
  const fault = world.faults.take(endpoint);
  const signal = AbortSignal.any([world.signal, hungUp.signal]);
  world.events.emit(call);
  if (await playFailure(exchange, { fault, call, signal })) return;
  await ANSWERS[endpoint]({ world, exchange, call, fault, signal });
}

const ANSWERS: Record<ModelEndpoint, (scene: Scene) => Promise<void>> = {
  chat: async (scene) => {
    const { world, exchange, call } = scene;
    const request = chatRequestSchema.safeParse(call.body);
    const failure = request.success ? checkModel(world, request.data.model) : describeIssue(request.error);
    if (!request.success || failure !== undefined) return refuse(exchange, { call, failure });
    const pictures = readPictures(request.data);
    const shown = pictures.filter((picture) => picture !== null);
    if (pictures.length > 0 && world.blindModels.has(request.data.model))
      return refuse(exchange, { call, failure: PICTURES_UNSUPPORTED });
    if (shown.length < pictures.length) return refuse(exchange, { call, failure: PICTURE_INVALID });
    const text =
      shown.length > 0
        ? (world.look?.(shown, request.data) ?? SAMPLE_PICTURE)
        : decideAnswer(request.data, { answer: world.answer, rules: world.rules });
    await answerChat(exchange, { request: request.data, text, call, fault: scene.fault, signal: scene.signal });
  },
  embeddings: async ({ world, exchange, call, fault }) => {
    const request = embeddingRequestSchema.safeParse(call.body);
    const failure = request.success
      ? (checkModel(world, request.data.model) ?? checkInputs(world, request.data.input))
      : describeIssue(request.error);
    if (!request.success || failure !== undefined) return refuse(exchange, { call, failure });
    const { body, tokens } = describeEmbeddings(request.data, { mode: world.embedding.mode, fault });
    call.status = 200;
    call.tokens = { prompt: tokens, completion: 0 };
    sendJson(exchange.response, { status: 200, body });
  },
  transcriptions: async ({ world, exchange, call }) => {
    const request = transcriptionRequestSchema.safeParse(call.body);
    const failure = request.success ? checkModel(world, request.data.model) : describeIssue(request.error);
    if (!request.success || failure !== undefined) return refuse(exchange, { call, failure });
    if (!isKnownForm(request.data)) return refuse(exchange, { call, failure: UNKNOWN_FORM });
    call.status = 200;
    call.answer = world.hear?.(request.data) ?? SAMPLE_SPEECH;
    sendJson(exchange.response, { status: 200, body: { text: call.answer } });
  },
  models: async ({ world, exchange, call }) => {
    call.status = 200;
    const created = Math.floor(call.at / 1000);
    const names = world.models ?? ['simulated-model', 'simulated-embedding'];
    const data = names.map((id) => ({ id, object: 'model', created, owned_by: 'simulator' }));
    sendJson(exchange.response, { status: 200, body: { object: 'list', data } });
  },
};

async function refuse(
  exchange: Exchange,
  refusal: { call: ModelCall; failure: ModelFailure | undefined },
): Promise<void> {
  const failure = refusal.failure ?? fail(400, { message: 'Bad request.', type: 'invalid_request_error', code: null });
  refusal.call.status = failure.status;
  sendJson(exchange.response, failure);
}

async function readRequest({
  request,
}: Exchange): Promise<{ fields: Record<string, unknown> } | { failure: ModelFailure }> {
  try {
    const bytes = await readBytes(request, BODY_LIMIT);
    const type = request.headers['content-type'] ?? '';
    return { fields: type.startsWith('multipart/form-data') ? await readForm(bytes, type) : readJsonObject(bytes) };
  } catch (error) {
    const isKnown = error instanceof BodyTooLargeError || error instanceof BodyUnreadableError;
    if (!isKnown) throw error;
    const status = error instanceof BodyTooLargeError ? 413 : 400;
    return { failure: fail(status, { message: error.message, type: 'invalid_request_error', code: null }) };
  }
}

function openCall(
  world: ModelWorld,
  seen: { exchange: Exchange; keyHash: string | undefined; body: unknown },
): ModelCall {
  const call: ModelCall = {
    id: world.ledger.calls.length + 1,
    at: world.now(),
    path: seen.exchange.url.pathname,
    keyHash: seen.keyHash,
    headers: readOpenHeaders(seen.exchange.request.headers),
    body: seen.body,
    fault: undefined,
    status: undefined,
    answer: undefined,
    tokens: { prompt: 0, completion: 0 },
    isAborted: false,
    isFinished: false,
  };
  world.ledger.calls.push(call);
  return call;
}

function checkModel(world: ModelWorld, model: string): ModelFailure | undefined {
  if (world.models === undefined || world.models.includes(model)) return undefined;
  return fail(404, {
    message: `The model '${model}' does not exist.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });
}

/** Some servers take few texts in one call. */
function checkInputs({ embedding }: ModelWorld, input: string | string[]): ModelFailure | undefined {
  if (typeof input === 'string' || input.length <= embedding.maxTexts) return undefined;
  return fail(400, {
    message: `'input' has more than ${embedding.maxTexts} texts.`,
    type: 'invalid_request_error',
    code: null,
    param: 'input',
  });
}

function describeIssue(error: { issues: { path: PropertyKey[]; message: string }[] }): ModelFailure {
  const [issue] = error.issues;
  const param = issue?.path.join('.') ?? '';
  return fail(400, {
    message: `Invalid '${param}': ${issue?.message ?? ''}`,
    type: 'invalid_request_error',
    code: null,
    param,
  });
}
