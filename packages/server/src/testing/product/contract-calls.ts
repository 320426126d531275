import type { AnyContractProcedure } from '@orpc/contract';
import { traverseContractProcedures } from '@orpc/server';
import { contract, type RouteAccess } from '@otvet/contract';
import { z } from 'zod';
import type { Answer } from '../call-api.ts';
import type { TestApp } from '../start-test-app.ts';

const fieldSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  const: z.unknown().optional(),
});
export type FieldSchema = z.infer<typeof fieldSchema>;
const objectSchema = z.looseObject({
  properties: z.record(z.string(), fieldSchema).default({}),
  required: z.array(z.string()).default([]),
});
const metaSchema = z.looseObject({
  access: z.custom<RouteAccess['access']>((value) => typeof value === 'string'),
  whileImpersonated: z.boolean().optional(),
});

/** A call of the contract as tests walk over it. */
export type ContractCall = {
  name: string;
  method: string;
  path: string;
  status: number;
  access: RouteAccess['access'];
  inPath: string[];
  fields: Record<string, FieldSchema>;
  required: string[];
};

function describe(name: string, procedure: AnyContractProcedure): ContractCall {
  const { route, meta, inputSchema } = procedure['~orpc'];
  const input = inputSchema instanceof z.ZodType ? inputSchema : z.object({});
  const json = objectSchema.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  const path = route.path ?? '';
  return {
    name,
    method: route.method ?? '',
    path,
    status: route.successStatus ?? 200,
    access: metaSchema.parse(meta).access,
    inPath: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    fields: json.properties,
    required: json.required,
  };
}

/** Every call of the contract, found by walking it. */
export function listContractCalls(): ContractCall[] {
  const calls: ContractCall[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) =>
    calls.push(describe(path.join('.'), procedure)),
  );
  return calls;
}

export type Input = Record<string, unknown>;

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

const isFiles = (value: unknown): value is File[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one instanceof File);

/** Whether an input is sent as a form. */
export const holdsFile = (input: Input): boolean =>
  Object.values(input).some((value) => value instanceof File || isFiles(value));

function toForm(input: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    for (const one of isFiles(value) ? value : [value]) form.append(name, one instanceof File ? one : asText(one));
  return form;
}

/** Sends one input to a call: path, query, form or body, as the product's own client would. */
export async function sendCall(
  app: TestApp,
  {
    call,
    input,
    token,
    headers = {},
  }: { call: ContractCall; input: Input; token?: string | undefined; headers?: Record<string, string> },
): Promise<Answer> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(asText(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !call.inPath.includes(name)));
  if (call.method === 'GET') {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest))
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, asText(one));
    return app.api('GET', path, { token, query: query.toString(), headers });
  }
  const body = holdsFile(rest) ? toForm(rest) : rest;
  return app.api(call.method, path, { token, headers, ...(Object.keys(rest).length > 0 ? { body } : {}) });
}
