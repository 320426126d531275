import type { AnyContractProcedure, AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { errorCodes } from '@otvet/contract';

/** The OpenAPI description of a contract; its paths are the contract's own, last slash included. */
export type OpenApiDocument = Awaited<ReturnType<OpenAPIGenerator['generate']>>;

const PREFIX = '/api';

const errorSchema = {
  type: 'object' as const,
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string' as const, enum: [...errorCodes] },
    message: { type: 'string' as const },
    requestId: { type: 'string' as const },
    details: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
  },
};

export async function createOpenApiDocument(contract: AnyContractRouter): Promise<OpenApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: 'Otvet', version: '1', description: 'The API of Otvet. Errors: see the schema Error.' },
    servers: [{ url: PREFIX }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  });
  const routes = collect(contract);
  document.paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, item]) => [routes.paths.get(path) ?? path, item]),
  );
  for (const item of Object.values(document.paths)) {
    for (const operation of [item?.get, item?.post, item?.put, item?.patch, item?.delete]) {
      if (operation === undefined) continue;
      const access = routes.access.get(operation.operationId ?? '') ?? 'user';
      operation.responses = {
        ...operation.responses,
        default: {
          description: 'Any error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      };
      if (access === 'public') operation.security = [];
      operation.description = `Access: ${access}`;
    }
  }
  return document;
}

type Collected = { paths: Map<string, string>; access: Map<string, string> };

function collect(contract: AnyContractRouter): Collected {
  const paths = new Map<string, string>();
  const access = new Map<string, string>();
  traverseContractProcedures({ router: contract, path: [] }, (found) => {
    const path = found.contract['~orpc'].route.path;
    // The generator drops the last slash, which is part of the published paths.
    if (path !== undefined) paths.set(path.replace(/(.)\/$/, '$1'), path);
    access.set(found.path.join('.'), accessOf(found.contract));
  });
  return { paths, access };
}

function accessOf(contract: AnyContractProcedure): string {
  const { access } = contract['~orpc'].meta;
  return typeof access === 'string' ? access : 'user';
}
