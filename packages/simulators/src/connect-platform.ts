import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SimulatedPlatform } from './simulated-platform.ts';

const step = z.looseObject({
  kind: z.enum(['fields', 'redirect', 'choice', 'code', 'qr', 'review']),
  name: z.string(),
  fields: z.array(z.object({ name: z.string() })).optional(),
  field: z.object({ name: z.string() }).nullish(),
  url: z.string().optional(),
  shown: z.string().nullish(),
  content: z.string().nullish(),
  choices: z.array(z.object({ value: z.string(), isAvailable: z.boolean() })).optional(),
});
const state = z.discriminatedUnion('status', [
  z.object({ status: z.literal('step'), id: z.string(), step, fault: z.unknown() }),
  z.object({ status: z.literal('done'), channel: z.object({ id: z.string(), type: z.string() }) }),
]);
type Step = z.output<typeof step>;
type Open = Extract<z.output<typeof state>, { status: 'step' }>;

/** What an owner does at a step. */
export type StepInput = { step: string } & (
  | { kind: 'fields'; values: Record<string, string> }
  | { kind: 'choice'; value: string }
  | { kind: 'code'; value?: string }
  | { kind: 'review'; name?: string }
);

/** The product's side of connecting, over its API or within its process; each gives where the connection stands then. */
export type ConnectDoor = {
  start(type: string, knowledgeBaseId: string | undefined): Promise<unknown>;
  advance(id: string, input: StepInput): Promise<unknown>;
  /** The browser came back from a login. */
  comeBack(query: Record<string, string>): Promise<unknown>;
  poll(id: string): Promise<unknown>;
};

/** A call of the product's API in the owner's name; gives the parsed body, throws where it is no success. */
export type OwnerCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

export const overApi = (call: OwnerCall): ConnectDoor => ({
  start: (type, knowledgeBaseId) => call('POST', `/v1/connecting/${type}/`, knowledgeBaseId ? { knowledgeBaseId } : {}),
  advance: (id, input) => call('POST', `/v1/connecting/${id}/advance/`, { input }),
  comeBack: (query) => call('POST', '/v1/connect-return/', { query }),
  poll: (id) => call('GET', `/v1/connect/poll/${id}`),
});

export type ConnectPlan = {
  type: string;
  platform: Pick<SimulatedPlatform, 'credentials' | 'logIn' | 'enter'>;
  knowledgeBaseId?: string;
  /** Of the channel; without it the platform's. */
  name?: string;
};

/** Together a minute for a code to be shown and scanned. */
const MAX_STEPS = 600;
const POLL_MS = 100;

/** Connects a channel to its simulated platform as an owner would, step by step; gives the channel's id. */
export async function connectPlatform(door: ConnectDoor, plan: ConnectPlan): Promise<string> {
  let now = state.parse(await door.start(plan.type, plan.knowledgeBaseId));
  for (let taken = 0; now.status === 'step'; taken += 1) {
    if (taken > MAX_STEPS) throw new Error(`${plan.type} does not get beyond the step ${now.step.name}`);
    now = state.parse(await takeStep(door, plan, now));
  }
  return now.channel.id;
}

async function takeStep(door: ConnectDoor, { platform, name }: ConnectPlan, { id, step: now }: Open): Promise<unknown> {
  const { name: step } = now;
  switch (now.kind) {
    case 'fields':
      return await door.advance(id, { kind: 'fields', step, values: valuesOf(platform, now.fields ?? []) });
    case 'choice': {
      const value = now.choices?.find(({ isAvailable }) => isAvailable)?.value ?? '';
      return await door.advance(id, { kind: 'choice', step, value });
    }
    case 'redirect':
      return await door.comeBack(logIn(platform, now));
    case 'code': {
      if (now.shown) await platform.enter?.(now.shown);
      const value = now.field ? platform.credentials[now.field.name] : undefined;
      return await door.advance(id, { kind: 'code', step, ...(value !== undefined && { value }) });
    }
    case 'qr':
      if (now.content) await platform.enter?.(now.content);
      await sleep(POLL_MS);
      return await door.poll(id);
    case 'review':
      return await door.advance(id, { kind: 'review', step, ...(name !== undefined && { name }) });
  }
}

function valuesOf({ credentials }: ConnectPlan['platform'], fields: { name: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, credentials[name] ?? '']));
}

/** The query with which the platform sends the browser back. */
function logIn(platform: ConnectPlan['platform'], { url = '' }: Step): Record<string, string> {
  const back = platform.logIn?.(url);
  if (back === undefined) throw new Error('This platform has no login.');
  return Object.fromEntries(new URL(back).searchParams);
}
