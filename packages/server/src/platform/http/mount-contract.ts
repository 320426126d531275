import type { AnyContractProcedure, AnyContractRouter } from '@orpc/contract';
import {
  type AnyProcedure,
  createContractedProcedure,
  createProcedureClient,
  getRouter,
  isProcedure,
  type Router,
  traverseContractProcedures,
  unlazy,
} from '@orpc/server';
import { permissionTable, type RateClass, type RouteAccess, rateClasses, rateOf } from '@otvet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { withinRequest } from '../scope/request-scope.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { ApiContext, ApiUser, Authenticate } from './api-context.ts';
import { isForbiddenKey } from './bodies/read-json.ts';
import { readMultipart } from './bodies/read-multipart.ts';
import { checkAccess } from './check-access.ts';
import { negotiateLocale } from './negotiate-locale.ts';
import { createRequestRates, type RequestRates, type RouteRate } from './request-rates.ts';
import { MAX_FILES_FORM_BYTES } from './uploads/upload-counts.ts';

/** A router that implements a contract for our context. */
export type ApiRouter = Router<AnyContractRouter, ApiContext>;

const API_PREFIX = '/api';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];

const routeMeta = z.object({
  access: z.union([z.enum(['public', 'user']), z.custom<keyof typeof permissionTable>(isPermission)]),
  whileImpersonated: z.boolean().optional(),
  rate: z.enum(rateClasses).optional(),
  query: z.array(z.string()).readonly().optional(),
  manyFiles: z.string().optional(),
  spooledFile: z.string().optional(),
});

type Mounted = {
  method: Method;
  url: string;
  status: number;
  access: RouteAccess;
  rate: RateClass;
  queryNames: readonly string[];
  /** The field of a form whose files lie on disk meanwhile. */
  spooled: { field: string; isMany: boolean } | undefined;
  procedure: AnyProcedure;
};

function spooledField({ manyFiles, spooledFile }: z.infer<typeof routeMeta>): Mounted['spooled'] {
  const field = manyFiles ?? spooledFile;
  return field === undefined ? undefined : { field, isMany: manyFiles !== undefined };
}

type Guards = { authenticate: Authenticate; rates: RequestRates };

/**
 * Mounts a contract under `/api`: one Fastify route per procedure, at its exact path (and the same path with the last
 * slash the other way), so that the access that is checked and the procedure that runs can never differ.
 */
export async function mountContract(
  app: FastifyInstance,
  {
    router,
    authenticate,
    clock = systemClock,
    rates = createRequestRates(clock),
  }: Partial<Pick<Guards, 'rates'>> & Pick<Guards, 'authenticate'> & { router: ApiRouter; clock?: Clock },
): Promise<void> {
  const mounted = await collectRoutes(router);
  for (const route of mounted) {
    for (const url of bothSlashes(route.url))
      mountRoute({ app, route: { ...route, url }, guards: { authenticate, rates } });
  }
  for (const [url, taken] of methodsByUrl(mounted)) {
    const rest = methods.filter((method) => !taken.has(method));
    app.route({
      method: rest,
      url,
      handler: async (_request, reply) => {
        reply.header('allow', [...taken].join(', '));
        throw new AppError('request.method');
      },
    });
  }
}

async function collectRoutes(router: ApiRouter): Promise<Mounted[]> {
  const found: { contract: AnyContractProcedure; path: readonly string[] }[] = [];
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => found.push({ contract, path }));
  return Promise.all(found.map(({ contract, path }) => describeRoute({ router, contract, path })));
}

async function describeRoute({
  router,
  contract,
  path,
}: {
  router: ApiRouter;
  contract: AnyContractProcedure;
  path: readonly string[];
}): Promise<Mounted> {
  const name = path.join('.');
  const { route, meta } = contract['~orpc'];
  const access = routeMeta.safeParse(meta);
  if (!access.success) throw new Error(`Route ${name} does not say who may call it`);
  const method = methods.find((known) => known === route.method);
  if (method === undefined || route.path === undefined) throw new Error(`Route ${name} has no method or path`);
  const { default: procedure } = await unlazy(getRouter(router, path));
  if (!isProcedure(procedure)) throw new Error(`Route ${name} is in the contract but has no handler`);
  return {
    method,
    url: `${API_PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    status: route.successStatus ?? 200,
    access: access.data,
    rate: rateOf(method, access.data),
    queryNames: access.data.query ?? [],
    spooled: spooledField(access.data),
    procedure: createContractedProcedure(procedure, contract),
  };
}

function mountRoute({
  app,
  route,
  guards: { authenticate, rates },
}: {
  app: FastifyInstance;
  route: Mounted;
  guards: Guards;
}): void {
  const callers = new WeakMap<FastifyRequest, ApiUser>();
  // Strangers are counted by their network, people by who they are.
  const rate: RouteRate = route.access.access === 'public' ? publicRate(route) : 'counted-there';
  app.route({
    method: route.method,
    url: route.url,
    config: { rate },
    // Before the body is read: an unknown caller's upload costs nothing.
    onRequest: async (request) => {
      const { ip } = request;
      // A form takes room in memory: only where files are expected.
      if (route.rate !== 'upload' && FORM.test(request.headers['content-type'] ?? ''))
        throw new AppError('request.invalid', { details: { body: 'form' } });
      const identify = async (token: string | undefined) => {
        const user = await rates.identify(authenticate, { token, ip });
        // Before his permission is judged: calls that he may not make are counted too.
        if (user) rates.requireCall(user, route.rate);
        return user;
      };
      const user = await checkAccess({ request, route: route.access, identify });
      if (user) callers.set(request, user);
    },
    handler: async (request, reply) => {
      const context = contextOf(request, { reply, user: callers.get(request), rates });
      const call = createProcedureClient(route.procedure, { context });
      const { user, ip } = context;
      const work = async (input: unknown): Promise<unknown> =>
        user ? withinRequest({ accountId: user.accountId, caller: { ...user, ip } }, () => call(input)) : call(input);
      const output = await (request.isMultipart()
        ? takeForm({ app, request, route, accountId: user?.accountId, work })
        : work(withParameters(request, route, readData(request))));
      reply.status(route.status);
      if (output === undefined) return reply.send();
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(output));
    },
  });
}

async function takeForm({
  app,
  request,
  route,
  accountId,
  work,
}: {
  app: FastifyInstance;
  request: FastifyRequest;
  route: Mounted;
  accountId: string | undefined;
  work: (input: unknown) => Promise<unknown>;
}): Promise<unknown> {
  const { raw, ip } = request;
  const spooled = route.spooled && { ...route.spooled, spool: app.openSpool(accountId) };
  const sender = { raw, ip, accountId, ...(spooled?.isMany && { maxBytes: MAX_FILES_FORM_BYTES }) };
  try {
    return await app.uploads.admit(sender, {
      read: async (arrived) => withParameters(request, route, await readMultipart(request, { arrived, spooled })),
      work,
    });
  } finally {
    await spooled?.spool.clear();
  }
}

function contextOf(
  request: FastifyRequest,
  { reply, user, rates }: { reply: FastifyReply; user: ApiUser | undefined; rates: RequestRates },
): ApiContext {
  return {
    requestId: request.id,
    ip: request.ip,
    locale: negotiateLocale(request.headers['accept-language']),
    user,
    requireRate: (rate) => {
      if (user !== undefined) rates.requireCall(user, rate);
    },
    gone: () => goneOf(reply),
  };
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // One that closed before this gives no event any more.
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function publicRate({ rate }: Mounted): RouteRate {
  return rate === 'read' ? 'read' : 'write';
}

/** Body (or query) and path parameters as one object; what stands in the path wins, then what the query may give. */
function withParameters(request: FastifyRequest, { queryNames }: Pick<Mounted, 'queryNames'>, data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const query = queryNames.length > 0 ? readQuery(request.raw.url ?? '') : {};
  const given = Object.entries(query).filter(([name]) => queryNames.includes(name));
  return { ...data, ...Object.fromEntries(given), ...readParameters(request.params) };
}

function readData(request: FastifyRequest): unknown {
  if (request.method === 'GET') return readQuery(request.raw.url ?? '');
  return request.body === undefined ? {} : request.body;
}

const FORM = /^\s*multipart\//i;
const parameters = z.record(z.string(), z.string());

function readParameters(params: unknown): Record<string, string> {
  return parameters.parse(params);
}

/** A name that comes twice becomes a list, which no schema of a query takes: parameter pollution is refused. */
function readQuery(url: string): Record<string, string | string[]> {
  const cut = url.indexOf('?');
  const query = new URLSearchParams(cut < 0 ? '' : url.slice(cut));
  const names = [...new Set(query.keys())];
  if (names.some(isForbiddenKey)) throw new AppError('request.invalid', { details: { query: 'forbidden_key' } });
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

function bothSlashes(url: string): string[] {
  return url.endsWith('/') ? [url, url.slice(0, -1)] : [url, `${url}/`];
}

/** Two routes may name the parameter of one place differently: the names are no part of the address. */
function methodsByUrl(mounted: Mounted[]): Map<string, Set<Method>> {
  const taken = new Map<string, Set<Method>>();
  for (const { method, url } of mounted) {
    const nameless = url.replaceAll(/:\w+/g, ':parameter');
    for (const form of bothSlashes(nameless)) taken.set(form, (taken.get(form) ?? new Set()).add(method));
  }
  return taken;
}

function isPermission(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(permissionTable, value);
}
