import type { AnyContractRouter } from '@orpc/contract';
import type { FastifyInstance } from 'fastify';
import { renderDocsPage } from './docs-page.ts';
import { createOpenApiDocument, type OpenApiDocument } from './openapi-document.ts';

const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** `/api/openapi.json` and `/api/docs`, made at the first request and kept. */
export function mountDocs(app: FastifyInstance, { contract }: { contract: AnyContractRouter }): void {
  let made: Promise<OpenApiDocument> | undefined;
  const read = () => {
    made ??= createOpenApiDocument(contract);
    return made;
  };
  app.get('/api/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await read()));
  app.get('/api/docs', async (_request, reply) => {
    const page = renderDocsPage(await read());
    return reply
      .headers({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': DOCS_POLICY,
      })
      .send(page);
  });
}
