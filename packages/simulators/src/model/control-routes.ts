import { z } from 'zod';
import { readBytes, readJsonObject } from '../http/read-body.ts';
import { type Exchange, sendJson } from '../http/serve.ts';
import { answerRulesSchema } from './decide-answer.ts';
import { modelFaultSchema } from './faults.ts';
import type { ModelWorld } from './world.ts';

const BODY_LIMIT = 1024 * 1024;

const embeddingControl = z.strictObject({
  mode: z.enum(['meaning', 'noise']).optional(),
  maxTexts: z.int().positive().optional(),
});

const ACTIONS: Record<string, (world: ModelWorld, body: unknown) => void> = {
  faults: (world, body) => world.faults.add(modelFaultSchema.parse(body)),
  'faults/clear': (world) => world.faults.clear(),
  answers: (world, body) => {
    world.rules = answerRulesSchema.parse(body);
  },
  embedding: (world, body) => {
    Object.assign(world.embedding, embeddingControl.parse(body));
  },
};

/** `/_sim/…`: faults, answer rules and the ledger for another process. */
export async function handleModelControl(world: ModelWorld, { request, response, url }: Exchange): Promise<void> {
  const name = url.pathname.slice('/_sim/'.length);
  if (request.method === 'GET' && name === 'ledger') {
    const body = { calls: world.ledger.calls, tokens: world.ledger.countTokens() };
    return sendJson(response, { status: 200, body });
  }
  const action = ACTIONS[name];
  if (request.method !== 'POST' || action === undefined) {
    return sendJson(response, { status: 404, body: { error: 'There is no such control.' } });
  }
  try {
    const bytes = await readBytes(request, BODY_LIMIT);
    action(world, bytes.byteLength === 0 ? {} : readJsonObject(bytes));
    sendJson(response, { status: 200, body: {} });
  } catch (error) {
    sendJson(response, { status: 400, body: { error: error instanceof Error ? error.message : String(error) } });
  }
}
