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

/** A call of the product's API in the owner's name; gives the parsed body, throws where it is no success. */
export type OwnerCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

export type ConnectPlan = {
  type: string;
  platform: SimulatedPlatform;
  /** What the last step says beside the name. */
  knowledgeBaseId?: string;
  name?: string;
};

const MAX_STEPS = 60;

/** Connects a channel to its simulated platform as an owner would, step by step; gives the channel's id. */
export async function connectPlatform(call: OwnerCall, plan: ConnectPlan): Promise<string> {
  let now = state.parse(await call('POST', `/v1/connecting/${plan.type}/`, {}));
  for (let taken = 0; now.status === 'step'; taken += 1) {
    if (taken > MAX_STEPS) throw new Error(`${plan.type} does not get beyond the step ${now.step.name}`);
    now = state.parse(await takeStep(call, plan, now));
  }
  return now.channel.id;
}

async function takeStep(call: OwnerCall, { platform, ...plan }: ConnectPlan, { id, step: now }: Open) {
  const advance = (input: object) =>
    call('POST', `/v1/connecting/${id}/advance/`, { input: { kind: now.kind, step: now.name, ...input } });
  switch (now.kind) {
    case 'fields':
      return await advance({ values: valuesOf(platform, now.fields ?? []) });
    case 'choice':
      return await advance({ value: now.choices?.find(({ isAvailable }) => isAvailable)?.value });
    case 'redirect':
      return await call('POST', '/v1/connect-return/', { query: logIn(platform, now) });
    case 'code': {
      if (now.shown) await platform.enter?.(now.shown);
      const field = now.field ?? undefined;
      return await advance(field === undefined ? {} : { value: platform.credentials[field.name] });
    }
    case 'qr':
      if (now.content) await platform.enter?.(now.content);
      return await call('GET', `/v1/connect/poll/${id}`);
    case 'review':
      return await advance({
        ...(plan.name !== undefined && { name: plan.name }),
        ...(plan.knowledgeBaseId !== undefined && { knowledgeBaseId: plan.knowledgeBaseId }),
      });
  }
}

function valuesOf({ credentials }: SimulatedPlatform, fields: { name: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, credentials[name] ?? '']));
}

/** The query with which the platform sends the browser back. */
function logIn(platform: SimulatedPlatform, { url = '' }: Step): Record<string, string> {
  const back = platform.logIn?.(url);
  if (back === undefined) throw new Error('This platform has no login.');
  return Object.fromEntries(new URL(back).searchParams);
}
